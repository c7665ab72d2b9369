import { STORAGE_KEYS, browserStorage } from '#app/current/browser/browser-storage.ts';

import type { Playable } from './player.ts';

const MAX_POSITIONS = 100;
/** So near the beginning, and so near the end, one begins anew. */
const EDGE = 5;
const EVERY_MS = 5000;

/** Where somebody has stopped, in seconds, by episode, on this device. */
type ListeningPositions = Record<string, number>;
let keptAt = 0;
let keepElsewhere: ((episodeId: string, seconds: number) => void) | undefined;

/** Where the positions of somebody who is signed in are kept for all devices. */
export function savePositionsBy(keep: typeof keepElsewhere): void {
  keepElsewhere = keep;
}

/** @param isPassing it plays on: every few seconds will do */
export function savePosition({ itemId, seconds }: Playable, time: number, isPassing = false): void {
  if (isPassing && Date.now() - keptAt < EVERY_MS) return;
  keptAt = Date.now();
  const position = time < EDGE || time > seconds - EDGE ? 0 : Math.floor(time);
  const { [itemId]: _, ...others } = readPositions();
  const newest = Object.entries(others).slice(1 - MAX_POSITIONS);
  const positions = { ...Object.fromEntries(newest), ...(position > 0 && { [itemId]: position }) };
  browserStorage.setItem(STORAGE_KEYS.podcast, JSON.stringify(positions));
  if (!isPassing) keepElsewhere?.(itemId, position);
}

export function savedPosition({ itemId }: Pick<Playable, 'itemId'>): number | undefined {
  return readPositions()[itemId];
}

function readPositions(): ListeningPositions {
  const read: unknown = JSON.parse(browserStorage.getItem(STORAGE_KEYS.podcast) ?? '{}');
  const isPosition = (entry: [string, unknown]): entry is [string, number] => typeof entry[1] === 'number';
  return Object.fromEntries(Object.entries(Object(read)).filter(isPosition));
}
