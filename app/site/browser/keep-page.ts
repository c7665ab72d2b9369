import { use, useEffect } from 'react';
import { NavigationType, UNSAFE_DataRouterContext, data } from 'react-router';
import type { DataRouter, DataStrategyResult, MiddlewareFunction, Path } from 'react-router';

import { CallError, networkError } from '#lib/calls/browser/call-error.ts';

import { messages } from '../notices/messages.ts';

type Results = Record<string, DataStrategyResult>;

let router: DataRouter | undefined;

/** Public hooks have neither its errors nor, before the next render, what it is doing. */
export function useDataRouter(): DataRouter | undefined {
  const current = use(UNSAFE_DataRouterContext)?.router;
  useEffect(() => setRouter(current), [current]);
  return current;
}

export function setRouter(current: DataRouter | undefined): void {
  router = current;
}

/** A page stays when what comes next cannot be loaded (specification §8); the router would show the error page. */
export const keepPage: MiddlewareFunction<Results> = async ({ request }, next) => {
  const results = await next();
  const failure = Object.values(results)
    .map(findFailure)
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
function showFailure(error: CallError): void {
  if (shown !== undefined) messages.remove(shown);
  shown = messages.add({ error }).id;
}

function findFailure({ type, result }: DataStrategyResult): CallError | undefined {
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
  const path = toPath(url, url);
  if (method !== 'GET') return !hasFetcher(state, path);
  // At the same address there are data to keep.
  return (
    navigation.location !== undefined && toPath(navigation.location, url) === path && toPath(location, url) !== path
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
    if (findFailure(result) === undefined) continue;
    // Without data of its own a form keeps its last answer.
    const substitute: unknown = method === 'GET' ? state.loaderData[id] : data(undefined, { status: 503 });
    results[id] = { type: 'data', result: substitute };
  }
}

/** @param paths a path behind those above it, with commas between */
export function isAt(paths: string): boolean {
  return router !== undefined && endsIn(paths, router.state.location);
}

/** @param paths as for `isAt` */
export function isLeavingFor(paths: string): boolean {
  const next = router?.state.navigation.location;
  return next !== undefined && endsIn(paths, next) && !isAt(paths);
}

/** Ends the navigation, the forms or what is looked up that wait for the routes at a path. @param paths as for `isAt` */
export function stayFrom(paths: string, failure: CallError): void {
  if (router === undefined) return;
  showFailure(failure);
  for (const [key, { state, formAction, data }] of router.state.fetchers) {
    // The router does not say what is looked up; whoever has no data yet may wait for its route.
    const isWaiting =
      formAction === undefined
        ? state === 'loading' && data === undefined
        : endsIn(paths, new URL(formAction, location.href));
    if (isWaiting) router.resetFetcher(key);
  }
  if (isLeavingFor(paths)) stay(router);
}

function endsIn(paths: string, { pathname }: Pick<Path, 'pathname'>): boolean {
  return `,${paths}`.endsWith(`,${pathname}`);
}

function hasFetcher({ fetchers }: DataRouter['state'], path: string): boolean {
  return [...fetchers.values()].some(({ state, formAction }) => state === 'submitting' && formAction === path);
}

function toPath(to: string | Pick<Path, 'pathname' | 'search'>, base: string): string {
  const { pathname, search } = new URL(typeof to === 'string' ? to : to.pathname + to.search, base);
  return pathname + search;
}
