import { useCallback, useEffect, useSyncExternalStore } from 'react';

import { kept } from '#app/current/browser/kept.ts';
import type { Asking } from '#lib/calls/ask.ts';
import { useAsking } from '#lib/calls/browser/use-asking.ts';

import { AliasCache } from './alias-cache.ts';

/** The name of somebody whom the page knows by id alone; the id, until it is known and for whoever has none. */
export function AliasName({ userId }: { userId: string }) {
  const cache = cacheOf(useAsking());
  useEffect(() => void cache.lookUp([userId]), [cache, userId]);
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  const alias = useSyncExternalStore(
    subscribe,
    () => cache.get(userId)?.alias,
    () => undefined,
  );
  return alias ?? `@${userId}`;
}

/** One for all names of a page. */
function cacheOf(asking: Asking): AliasCache {
  const cache = caches.get(asking) ?? new AliasCache(asking, { storage: kept });
  caches.set(asking, cache);
  return cache;
}

const caches = new WeakMap<Asking, AliasCache>();
