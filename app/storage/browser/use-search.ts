import { useCallback, useSyncExternalStore } from 'react';

import type { ItemStore } from './item-store.ts';
import type { KeptItem } from './kept-items.ts';

/** The results of a search as they stand, and stay up to date with. */
export function useSearch(store: ItemStore, searchId: string): readonly KeptItem[] {
  const { items } = store;
  const subscribe = useCallback((listener: () => void) => items.subscribe(listener), [items]);
  const results = () => items.results(searchId);
  return useSyncExternalStore(subscribe, results, results);
}
