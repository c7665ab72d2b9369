import { useCallback, useEffect, useSyncExternalStore } from 'react';

import { browserStorage } from '#app/current/browser/browser-storage.ts';
import { useCallClient } from '#lib/calls/browser/use-call-client.ts';
import type { CallClient } from '#lib/calls/call-client.ts';

import { AliasCache } from './alias-cache.ts';

/** Shows the id until the name is loaded, and for a user without one. @param alias where the page knows it; others are looked up together */
export function AliasName({ userId, alias }: { userId: string; alias: string | undefined }) {
  const cache = sharedCache(useCallClient());
  useEffect(() => {
    if (alias === undefined) void cache.lookUp([userId]);
    else cache.keep([{ userId, alias }]);
  }, [cache, userId, alias]);
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  const known = useSyncExternalStore(
    subscribe,
    () => cache.get(userId)?.alias,
    () => undefined,
  );
  return alias ?? known ?? `@${userId}`;
}

function sharedCache(client: CallClient): AliasCache {
  const cache = caches.get(client) ?? new AliasCache(client, { storage: browserStorage });
  caches.set(client, cache);
  return cache;
}

const caches = new WeakMap<CallClient, AliasCache>();
