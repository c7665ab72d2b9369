import { NavigationType, data } from 'react-router';
import type { DataRouter, DataStrategyResult, MiddlewareFunction, Path } from 'react-router';

import { CallError, networkError, overNetwork, rateLimitExceeded } from '#lib/calls/browser/call-error.ts';
import type { RateLimitBlock } from '#lib/calls/browser/rate-limit-block.ts';

import { messages } from '../notices/messages.ts';

type Results = Record<string, DataStrategyResult>;

let router: DataRouter | undefined;

export function setRouter(current: DataRouter): void {
  router = current;
}

/** A page stays when what comes next cannot be loaded (specification §8); the router would show the error page. */
export const keepPage: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next();
  const failure = Object.values(results)
    .map(failureOf)
    .find((found) => found !== undefined);
  if (failure === undefined || router === undefined || request.signal.aborted) return results;
  const { revalidation, navigation } = router.state;
  const isBackground = revalidation === 'loading' && navigation.state === 'idle';
  if (!isBackground) showFailure(failure);
  if (isNavigation(router, request)) stay(router);
  else keepData(router, request, results);
  return results;
};

let shown: string | undefined;

/** Replaces the one before, however often the same is tried. */
export function showFailure(error: CallError): void {
  if (shown !== undefined) messages.remove(shown);
  shown = messages.add({ error }).id;
}

function failureOf({ type, result }: DataStrategyResult): CallError | undefined {
  if (type !== 'error') return undefined;
  // The router wraps what an action throws.
  const error = result instanceof Error ? result : (result as { data?: unknown } | undefined)?.data;
  if (error instanceof CallError) return error;
  // A connection that is lost within the body.
  const isCut = error instanceof Error && error.cause instanceof TypeError;
  return isCut ? new CallError(networkError, { cause: error }) : undefined;
}

function isNavigation({ state }: DataRouter, { method, url }: Request): boolean {
  const { navigation, location } = state;
  const path = pathOf(url, url);
  if (method !== 'GET') return !hasFetcher(state, path);
  // At the same address there are data to keep.
  return (
    navigation.location !== undefined && pathOf(navigation.location, url) === path && pathOf(location, url) !== path
  );
}

/** Ends the navigation by one to the present page that loads nothing; Back has changed the address already. */
function stay(router: DataRouter): void {
  const { location, navigation } = router.state;
  void router.navigate(location, {
    replace: navigation.historyAction !== NavigationType.Pop,
    state: location.state as unknown,
    preventScrollReset: true,
    defaultShouldRevalidate: false,
  });
}

function keepData({ state }: DataRouter, { method }: Request, results: Results): void {
  for (const [id, result] of Object.entries(results)) {
    if (failureOf(result) === undefined) continue;
    // Without data of its own a form keeps its last answer.
    const kept: unknown = method === 'GET' ? state.loaderData[id] : data(undefined, { status: 503 });
    results[id] = { type: 'data', result: kept };
  }
}

function hasFetcher({ fetchers }: DataRouter['state'], path: string): boolean {
  return [...fetchers.values()].some(({ state, formAction }) => state === 'submitting' && formAction === path);
}

function pathOf(to: string | Pick<Path, 'pathname' | 'search'>, base: string): string {
  const { pathname, search } = new URL(typeof to === 'string' ? to : to.pathname + to.search, base);
  return pathname + search;
}

/**
 * React Router requests the data of pages, and sends forms, with the global `fetch`. These requests get the rules of calls
 * (specification §8): 'Network Error' for a lost connection, and from a 429 to its reset 'Exceeded rate limit.'.
 * @param send the browser's own  @returns a `fetch` whose requests for pages throw `CallError`
 */
export function pageFetch(send: typeof fetch, rateLimit: RateLimitBlock): typeof fetch {
  return async (input, init) => {
    if (!(input instanceof URL && input.pathname.endsWith('.data'))) return send(input, init);
    rateLimit.requireNone();
    const response = await overNetwork(() => send(input, init));
    rateLimit.record(response);
    if (response.status === 429) throw new CallError(rateLimitExceeded);
    return response;
  };
}
