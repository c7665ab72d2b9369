import type { StoreSlug } from '#content/games.ts';

/** The stores' own names, which no locale translates. */
export const STORE_NAMES: Record<StoreSlug, string> = {
  steam: 'Steam',
  epic: 'Epic Games Store',
  'microsoft-store': 'Microsoft Store',
  xbox: 'Xbox',
  switch: 'Nintendo Switch',
  'google-play': 'Google Play',
  'the-app-store': 'The App Store',
  stove: 'STOVE',
};
