import { describe, expect, test } from 'vitest';

import type { OperatingSystem, StoreEntry, StoreSlug } from '#content/game.ts';

import { STORES, listAppIds, shownStores, findSubscription, detectSystem } from './stores.ts';

const entry = (slug: StoreSlug, more: Partial<StoreEntry> = {}): StoreEntry => ({
  slug,
  url: `https://${slug}.example/`,
  ...more,
});
const ALL = (Object.keys(STORES) as StoreSlug[]).toReversed().map((slug) => entry(slug));
const slugs = (stores: readonly StoreEntry[]) => stores.map(({ slug }) => slug);

test('stores are listed in the order of the store list, whatever their order in the game', () => {
  const order = ['epic', 'switch', 'xbox', 'steam', 'microsoft-store', 'the-app-store', 'google-play', 'stove'];
  expect(slugs(shownStores(ALL))).toEqual(order);
});

test.each<[OperatingSystem, StoreSlug[]]>([
  ['windows', ['epic', 'steam', 'microsoft-store', 'stove']],
  ['mac', ['epic', 'steam', 'the-app-store']],
  ['linux', ['steam']],
  ['android', ['google-play']],
  ['ios', ['the-app-store']],
  ['switch', ['switch']],
  ['xbox', ['xbox']],
])('on %s the stores %j come first, and the others keep their order', (system, first) => {
  const rest = slugs(shownStores(ALL)).filter((slug) => !first.includes(slug));
  expect(slugs(shownStores(ALL, system))).toEqual([...first, ...rest]);
});

test('a hidden store is not shown', () => {
  expect(slugs(shownStores([entry('steam', { hidden: true }), entry('epic', { hidden: false })]))).toEqual(['epic']);
});

test('a subscription is shown when the store has one with the game', () => {
  expect(findSubscription(entry('xbox', { subscription: true }))).toBe('Game Pass');
  expect(findSubscription(entry('google-play', { subscription: true }))).toBe('Play Pass');
  expect(findSubscription(entry('google-play'))).toBeUndefined();
  expect(findSubscription(entry('steam', { subscription: true }))).toBeUndefined();
});

test('a game has no id in a store, one, or one for each edition', () => {
  expect(listAppIds(entry('epic'))).toEqual([]);
  expect(listAppIds(entry('steam', { appId: '1' }))).toEqual(['1']);
  expect(listAppIds(entry('steam', { appId: ['1', '2'] }))).toEqual(['1', '2']);
});

describe('a browser runs on', () => {
  test.each<[string, number, OperatingSystem | undefined]>([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36', 0, 'windows'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; Xbox; Xbox One) AppleWebKit/537.36 Edge/44.18363', 0, 'xbox'],
    ['Mozilla/5.0 (Nintendo Switch; WifiWebAuthApplet) AppleWebKit/601.6', 0, 'switch'],
    ['Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile', 5, 'android'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15', 5, 'ios'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15', 5, 'ios'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15', 0, 'mac'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 0, 'linux'],
    ['curl/8.5.0', 0, undefined],
    ['', 0, undefined],
  ])('%s with %i touches: %s', (userAgent, maxTouchPoints, system) => {
    expect(detectSystem({ userAgent, maxTouchPoints })).toBe(system);
  });
});
