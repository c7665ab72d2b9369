import type { ReactNode } from 'react';

let bar: ReactNode;
const listeners = new Set<() => void>();

/** All that pages without a podcast need to know of it: nothing until something plays. */
export function shownPlayer(): ReactNode {
  return bar;
}

/** @param shown of a script that only those load who listen */
export function showPlayer(shown: ReactNode): void {
  bar = shown;
  for (const listener of listeners) listener();
}

export function watchPlayer(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
