import { useSyncExternalStore } from 'react';

import { STORAGE_KEYS, browserStorage } from '#app/current/browser/browser-storage.ts';
import type { KeyedStorage } from '#app/current/browser/session-user-store.ts';

/** What a reader had seen before this visit, as ISO 8601; undefined on the server, at first, and without consent. */
export function useLastVisit(app: string, newestAt: string | undefined): string | undefined {
  return useSyncExternalStore(
    () => () => {},
    () => (newestAt === undefined ? undefined : ensureVisit(app, newestAt)),
    () => undefined,
  );
}

/** By app: what a visit is measured by stays the same while the document is open. */
const visits = new Map<string, string | undefined>();

function ensureVisit(app: string, newestAt: string): string | undefined {
  if (!visits.has(app)) visits.set(app, noteVisit(browserStorage, app, newestAt, Date.now()));
  return visits.get(app);
}

/** A page that is opened again within half an hour is the same visit. */
const VISIT_MS = 30 * 60_000;

/** @param now milliseconds @returns what is newer than that is new to the reader */
export function noteVisit(storage: KeyedStorage, app: string, newestAt: string, now: number): string | undefined {
  if (storage.getItem(STORAGE_KEYS.cookies) !== 'accepted') return undefined;
  const key = `${STORAGE_KEYS.changelog}${app}`;
  const [seen, before = '', last = ''] = storage.getItem(key)?.split(' ') ?? [];
  const isSameVisit = now - Number(last) < VISIT_MS;
  const since = isSameVisit ? before : (seen ?? '');
  storage.setItem(key, [newestAt, since, now].join(' '));
  return since === '' ? undefined : since;
}
