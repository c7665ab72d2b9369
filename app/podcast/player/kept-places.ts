import { STORAGE_KEYS, browserStorage } from '#app/current/browser/browser-storage.ts';

import type { Playable } from './player.ts';

const MAX_PLACES = 100;
/** So near the beginning, and so near the end, one begins anew. */
const EDGE = 5;
const EVERY_MS = 5000;

/** Where somebody has stopped, in seconds, by episode, on this device. */
type ListeningPlaces = Record<string, number>;
let keptAt = 0;
let keepElsewhere: ((episodeId: string, seconds: number) => void) | undefined;

/** Where the places of somebody who is signed in are kept for all devices. */
export function keepPlacesBy(keep: typeof keepElsewhere): void {
  keepElsewhere = keep;
}

/** @param isPassing it plays on: every few seconds will do */
export function keepPlace({ itemId, seconds }: Playable, time: number, isPassing = false): void {
  if (isPassing && Date.now() - keptAt < EVERY_MS) return;
  keptAt = Date.now();
  const place = time < EDGE || time > seconds - EDGE ? 0 : Math.floor(time);
  const { [itemId]: _, ...others } = readPlaces();
  const kept = Object.entries(others).slice(1 - MAX_PLACES);
  const places = { ...Object.fromEntries(kept), ...(place > 0 && { [itemId]: place }) };
  browserStorage.setItem(STORAGE_KEYS.podcast, JSON.stringify(places));
  if (!isPassing) keepElsewhere?.(itemId, place);
}

export function keptPlace({ itemId }: Pick<Playable, 'itemId'>): number | undefined {
  return readPlaces()[itemId];
}

function readPlaces(): ListeningPlaces {
  const read: unknown = JSON.parse(browserStorage.getItem(STORAGE_KEYS.podcast) ?? '{}');
  const isPlace = (entry: [string, unknown]): entry is [string, number] => typeof entry[1] === 'number';
  return Object.fromEntries(Object.entries(Object(read)).filter(isPlace));
}
