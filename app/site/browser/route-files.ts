import { use } from 'react';
import { UNSAFE_DataRouterContext, UNSAFE_FrameworkContext, createPath } from 'react-router';
import type { DataRouter, RouterNavigateOptions, To, UNSAFE_AssetsManifest, UNSAFE_RouteModules } from 'react-router';

import { CallError, overNetwork } from '#lib/calls/browser/call-error.ts';

import { setRouter, showFailure } from './keep-page.ts';

const guarded = new WeakSet<DataRouter>();

/** Before anything else of the page reads the router. */
export function useGuardedRouter(): void {
  const router = use(UNSAFE_DataRouterContext)?.router;
  const framework = use(UNSAFE_FrameworkContext);
  if (typeof document === 'undefined' || router === undefined || framework === undefined || guarded.has(router)) return;
  guarded.add(router);
  setRouter(router);
  const files = new RouteFiles(router, framework.manifest, framework.routeModules);
  guardRouter(router, files);
  // Whoever points at a link will soon follow it.
  const fetchAhead = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a[href]') : null;
    if (link instanceof HTMLAnchorElement) void files.fetchFor(link.href);
  };
  for (const type of ['pointerover', 'focusin']) document.addEventListener(type, fetchAhead, { passive: true });
}

/** React Router reloads the page when scripts of the next one fail, and what was typed is lost; so they come first. */
export function guardRouter(router: DataRouter, files: Pick<RouteFiles, 'fetchFor'>): void {
  const navigate = router.navigate.bind(router) as (
    to: To | number | null,
    options?: RouterNavigateOptions,
  ) => Promise<void>;
  const fetch = router.fetch.bind(router);
  let turn = 0;
  const waiting = new Map<string, WaitingFetch>();
  router.navigate = async (to: To | number | null, options?: RouterNavigateOptions) => {
    turn += 1;
    const mine = turn;
    const isHistory = typeof to === 'number' || to === null;
    const fetched = isHistory ? undefined : files.fetchFor(typeof to === 'string' ? to : createPath(to));
    if (fetched !== undefined) {
      const failure = await fetched;
      if (mine !== turn) return undefined;
      if (failure !== undefined) return showFailure(failure);
    }
    return navigate(to, options);
  };
  router.fetch = (...wanted) => {
    const [key, , href] = wanted;
    const earlier = waiting.get(key);
    if (earlier !== undefined) {
      // Of a form that is sent twice the first counts, of what is looked up the last.
      if (!isSubmission(earlier.last)) earlier.last = wanted;
      return earlier.done;
    }
    const fetched = href === null ? undefined : files.fetchFor(href);
    if (fetched === undefined) return fetch(...wanted);
    const send = (failure: CallError | undefined) => {
      waiting.delete(key);
      if (call.last !== wanted) return router.fetch(...call.last);
      return failure === undefined ? fetch(...wanted) : showFailure(failure);
    };
    const call: WaitingFetch = { last: wanted, done: fetched.then(send) };
    waiting.set(key, call);
    return call.done;
  };
}

interface WaitingFetch {
  last: FetchArguments;
  /** Settles with the last. */
  readonly done: Promise<void>;
}

type FetchArguments = Parameters<DataRouter['fetch']>;

function isSubmission([, , , options]: FetchArguments): boolean {
  return options !== undefined && 'formMethod' in options && (options.formMethod ?? 'get').toLowerCase() !== 'get';
}

export class RouteFiles {
  readonly #router: Pick<DataRouter, 'match'>;
  readonly #manifest: Pick<UNSAFE_AssetsManifest, 'routes'>;
  readonly #modules: UNSAFE_RouteModules;
  readonly #fetched = new Map<string, Promise<void>>();

  constructor(
    router: Pick<DataRouter, 'match'>,
    manifest: Pick<UNSAFE_AssetsManifest, 'routes'>,
    modules: UNSAFE_RouteModules,
  ) {
    this.#router = router;
    this.#manifest = manifest;
    this.#modules = modules;
  }

  /** Into the browser's cache. @returns undefined when there is nothing to fetch, else the failure, if any */
  fetchFor(href: string): Promise<CallError | undefined> | undefined {
    const { origin, pathname } = new URL(href, location.href);
    if (origin !== location.origin) return undefined;
    const files = (this.#router.match(pathname) ?? []).flatMap(({ route: { id } }) => this.#missing(id));
    return files.length === 0 ? undefined : this.#fetchAll(files);
  }

  #missing(id: string): string[] {
    const route = this.#modules[id] === undefined ? this.#manifest.routes[id] : undefined;
    return route === undefined ? [] : [route.module, ...(route.imports ?? []), ...(route.css ?? [])];
  }

  async #fetchAll(files: readonly string[]): Promise<CallError | undefined> {
    try {
      await Promise.all(files.map((file) => this.#fetchOnce(file)));
      return undefined;
    } catch (error) {
      if (error instanceof CallError) return error;
      throw error;
    }
  }

  async #fetchOnce(file: string): Promise<void> {
    let fetching = this.#fetched.get(file);
    if (fetching === undefined) {
      fetching = overNetwork(async () => void (await (await fetch(file)).arrayBuffer()));
      this.#fetched.set(file, fetching);
      fetching.catch(() => this.#fetched.delete(file));
    }
    return fetching;
  }
}
