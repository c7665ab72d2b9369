let isOpen = false;
const listeners = new Set<() => void>();

/** Whether the bar is there; all that pages without a podcast need to know of it. */
export function isPlayerOpen(): boolean {
  return isOpen;
}

export function openPlayer(open: boolean): void {
  isOpen = open;
  for (const listener of listeners) listener();
}

export function watchPlayer(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
