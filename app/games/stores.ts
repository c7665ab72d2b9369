import type { OperatingSystem, StoreEntry, StoreSlug } from '#content/game.ts';

interface Store {
  /** Not translated. */
  readonly name: string;
  readonly systems: readonly OperatingSystem[];
  readonly subscription?: string;
}

/** The stores in the order of specification §3; STOVE, which it does not list, comes last. */
export const STORES: Record<StoreSlug, Store> = {
  epic: { name: 'Epic Games Store', systems: ['windows', 'mac'] },
  switch: { name: 'Nintendo Switch', systems: ['switch'] },
  xbox: { name: 'Xbox One', systems: ['xbox'], subscription: 'Game Pass' },
  steam: { name: 'Steam', systems: ['windows', 'mac', 'linux'] },
  'microsoft-store': { name: 'Microsoft Store', systems: ['windows'] },
  'the-app-store': { name: 'The App Store', systems: ['ios', 'mac'] },
  'google-play': { name: 'Google Play', systems: ['android'], subscription: 'Play Pass' },
  stove: { name: 'STOVE', systems: ['windows'] },
};

const ORDER = Object.keys(STORES);

export const SYSTEM_NAMES: Record<OperatingSystem, string> = {
  windows: 'Windows',
  mac: 'macOS',
  linux: 'Linux',
  android: 'Android',
  ios: 'iOS',
  switch: 'Nintendo Switch',
  xbox: 'Xbox One',
};

/** The visible stores in the order of the store list, those for a known system of the visitor first. */
export function shownStores(entries: readonly StoreEntry[], system?: OperatingSystem): StoreEntry[] {
  const isElsewhere = ({ slug }: StoreEntry) => system === undefined || !STORES[slug].systems.includes(system);
  return entries
    .filter(({ hidden }) => !hidden)
    .toSorted((one, other) => ORDER.indexOf(one.slug) - ORDER.indexOf(other.slug))
    .toSorted((one, other) => Number(isElsewhere(one)) - Number(isElsewhere(other)));
}

export function findSubscription({ slug, subscription }: StoreEntry): string | undefined {
  return subscription ? STORES[slug].subscription : undefined;
}

/** The store's ids of the game, one for each edition. */
export function listAppIds({ appId }: StoreEntry): readonly string[] {
  return appId === undefined ? [] : [appId].flat();
}

interface StoreDevice {
  readonly userAgent: string;
  /** An iPad claims to be a Mac; no Mac supports more than one touch. */
  readonly maxTouchPoints: number;
}

/** The system of a browser. Consoles come first, because their user agents also name their base system. */
export function detectSystem({ userAgent, maxTouchPoints }: StoreDevice): OperatingSystem | undefined {
  if (/nintendo/i.test(userAgent)) return 'switch';
  if (/xbox/i.test(userAgent)) return 'xbox';
  if (/android/i.test(userAgent)) return 'android';
  if (/iphone|ipad|ipod/i.test(userAgent)) return 'ios';
  if (/windows/i.test(userAgent)) return 'windows';
  if (/macintosh|mac os/i.test(userAgent)) return maxTouchPoints > 1 ? 'ios' : 'mac';
  return /linux|x11|cros/i.test(userAgent) ? 'linux' : undefined;
}
