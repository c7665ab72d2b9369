import { useCallback, useEffect, useSyncExternalStore } from 'react';

import { browserStorage } from '#app/current/browser/browser-storage.ts';
import { useCallClient } from '#lib/calls/browser/use-call-client.ts';
import type { CallClient } from '#lib/calls/call-client.ts';

import { AliasCache } from './alias-cache.ts';

/** Shows the id until the name is loaded, and for a user without one. */
export function AliasName({ userId }: { userId: string }) {
  const cache = sharedCache(useCallClient());
  useEffect(() => void cache.lookUp([userId]), [cache, userId]);
  const subscribe = useCallback((listener: () => void) => cache.subscribe(listener), [cache]);
  const alias = useSyncExternalStore(
    subscribe,
    () => cache.get(userId)?.alias,
    () => undefined,
  );
  return alias ?? `@${userId}`;
}

function sharedCache(client: CallClient): AliasCache {
  const cache = caches.get(client) ?? new AliasCache(client, { storage: browserStorage });
  caches.set(client, cache);
  return cache;
}

const caches = new WeakMap<CallClient, AliasCache>();
