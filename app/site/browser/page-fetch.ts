import { CallError, overNetwork, rateLimitExceeded, unexplained } from '#lib/calls/browser/call-error.ts';
import type { RateLimitBlock } from '#lib/calls/browser/rate-limit-block.ts';

import { isAt, isLeavingFor, stayFrom } from './keep-page.ts';

/** React Router asks here for the routes at paths that it does not know yet. */
const ROUTES_PATH = '/__manifest';

/**
 * React Router requests routes and the data of pages, and sends forms, with the global `fetch`. These requests get the
 * rules of calls (specification §8): 'Network Error' for a lost connection, and from a 429 to its reset 'Exceeded rate limit.',
 * which all others get too, such as telemetry.
 * @param send the browser's own  @returns a `fetch` whose requests for pages throw `CallError`
 */
export function pageFetch(send: typeof fetch, rateLimit: RateLimitBlock): typeof fetch {
  const ask: typeof fetch = async (input, init) => {
    rateLimit.requireNone();
    const response = await overNetwork(() => send(input, init));
    rateLimit.record(response);
    if (response.status === 429) throw new CallError(rateLimitExceeded);
    return response;
  };
  const discoveries: Discoveries = new Map();
  const loads = new Set<string>();
  const fetchRoutes = routeFetch(ask, send, discoveries);
  return async (input, init) => {
    if (!(input instanceof URL)) {
      rateLimit.requireNone();
      return send(input, init);
    }
    if (input.pathname === ROUTES_PATH) return fetchRoutes(input, init);
    if (!input.pathname.endsWith('.data')) return send(input, init);
    if (discoveries.size === 0) loads.clear();
    loads.add(input.pathname);
    const response = await ask(input, init);
    await untilDiscovered(discoveries, loads);
    return response;
  };
}

/** What is asked for, and the paths, as `isLeavingFor` takes them. */
type Discoveries = Map<Promise<unknown>, string>;

/**
 * While the router asks for the routes of the next page, it would show the present one there with the data of a form.
 * @param loads the paths of the data that were asked for meanwhile
 */
async function untilDiscovered(discoveries: Discoveries, loads: ReadonlySet<string>): Promise<void> {
  while (discoveries.size > 0) {
    const found = [...discoveries.values()];
    await Promise.allSettled(discoveries.keys());
    // The router first reads what it has found, and begins to load the page, on some devices much later.
    do await new Promise((resolve) => setTimeout(resolve, MOMENT));
    while (found.some((paths) => isLeavingFor(paths) && !loads.has(toDataPath(paths))));
  }
}

/** Milliseconds. */
const MOMENT = 50;

function toDataPath(paths: string): string {
  const path = paths.slice(paths.lastIndexOf(',') + 1);
  return path.endsWith('/') ? `${path}_.data` : `${path}.data`;
}

interface Route {
  readonly module: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

function listFiles({ module, imports = [], css = [] }: Route): string[] {
  return [module, ...imports, ...css];
}

/**
 * The router imports the files of a route when it is opened; where that fails it loads the present page anew, and what was
 * typed is lost. So it hears of a route once its files are in the browser's cache.
 */
function routeFetch(ask: typeof fetch, send: typeof fetch, discoveries: Discoveries) {
  const files = new Map<string, Promise<void>>();
  const fetchFile = async (file: string) => {
    let fetching = files.get(file);
    if (fetching === undefined) {
      fetching = overNetwork(async () => {
        const response = await send(file);
        await response.arrayBuffer();
        if (!response.ok) throw new CallError(unexplained);
      });
      files.set(file, fetching);
      fetching.catch(() => files.delete(file));
    }
    return fetching;
  };
  const discover = async (url: URL, init: RequestInit | undefined, paths: string): Promise<Response> => {
    const response = await ask(url, init);
    // From a newer release the router would load the present page anew, unless somebody leaves it.
    if (response.status === 204 && !isLeavingFor(paths)) throw new CallError(unexplained);
    if (response.status !== 200) return response;
    const routes = await overNetwork(async () => (await response.json()) as Record<string, Route>);
    await Promise.all(Object.values(routes).flatMap(listFiles).map(fetchFile));
    return Response.json(routes);
  };
  return async (url: URL, init?: RequestInit): Promise<Response> => {
    const paths = url.searchParams.get('paths') ?? '';
    const isAhead = init?.signal === undefined;
    const discovery = discover(url, init, paths);
    if (!isAhead) discoveries.set(discovery, paths);
    try {
      return await discovery;
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      // Of its own page the router has the routes.
      if (!isAhead && isAt(paths)) return Response.json({});
      if (!isAhead) stayFrom(paths, error);
      // An error would lead to the error page.
      return new Promise(() => {});
    } finally {
      discoveries.delete(discovery);
    }
  };
}
