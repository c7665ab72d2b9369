import { useCallback, useEffect, useSyncExternalStore } from 'react';

import { browserStorage } from '#app/current/browser/browser-storage.ts';
import type { CallClient } from '#lib/calls/call-client.ts';
import { useCallClient } from '#lib/calls/browser/use-call-client.ts';

import { AliasCache } from './alias-cache.ts';

/** The name of somebody whom the page knows by id alone; the id, until it is known and for whoever has none. */
export function AliasName({ userId }: { userId: string }) {
  const cache = cacheOf(useCallClient());
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
function cacheOf(asking: CallClient): AliasCache {
  const cache = caches.get(asking) ?? new AliasCache(asking, { storage: browserStorage });
  caches.set(asking, cache);
  return cache;
}

const caches = new WeakMap<CallClient, AliasCache>();
