import { existsSync } from 'node:fs';

import { expect, test } from 'vitest';

import { games } from './games.ts';
import { studio } from './studio.ts';

test('the catalogue is the specification’s nine games in its order', () => {
  expect(games.map((game) => game.name)).toEqual([
    'Crashlands 2',
    'How Many Dudes?',
    'Crashlands',
    'Levelhead',
    'Quadropus Rampage',
    'Flop Rocket',
    'Towelfight 2',
    'Roid Rage',
    `${studio.name} Pack`,
  ]);
});

test('each slug is unique and fits an address', () => {
  expect(new Set(games.map((game) => game.slug)).size).toBe(games.length);
  for (const { slug } of games) expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
});

test('only the Pack is hidden from the public, and only How Many Dudes? is unpublished', () => {
  const kept = games.filter((game) => game.minUsertype !== 'public');
  expect(kept.map((game) => [game.slug, game.minUsertype])).toEqual([['rumpus-pack', 'staff']]);
  expect(games.filter((game) => game.unpublished).map((game) => game.slug)).toEqual(['how-many-dudes']);
});

test('each game has box art', () => {
  for (const { slug } of games) {
    const file = new URL(`./art/box-${slug}.svg`, import.meta.url);
    expect(existsSync(file), slug).toBe(true);
  }
});

test('each game has a genre, and each but the Pack features and a press kit', () => {
  for (const game of games) {
    expect(game.genre, game.slug).not.toBe('');
    if (game.slug === 'rumpus-pack') continue;
    expect(game.features.length, game.slug).toBeGreaterThan(2);
    expect(game.presskit?.history.length, game.slug).toBeGreaterThan(0);
    const titles = [...game.features, ...(game.characters ?? [])].map(({ title }) => title);
    expect(new Set(titles).size, game.slug).toBe(titles.length);
  }
});

test('the drawings of the press kits exist', () => {
  for (const { slug, presskit } of games) {
    for (const name of presskit?.images ?? []) {
      expect(existsSync(new URL(`./art/${name}.svg`, import.meta.url)), `${slug}: ${name}`).toBe(true);
    }
  }
});

test('a trailer has the id of a video and its date', () => {
  for (const { slug, trailer } of games) {
    if (trailer === undefined) continue;
    expect(trailer.youtubeId, slug).toMatch(/^[\w-]{11}$/);
    expect(trailer.uploadDate, slug).toMatch(/^\d{4}-\d{2}-\d{2}$/);
  }
});

test('a game lists each store once, with an https address that contains its app id', () => {
  for (const game of games) {
    expect(new Set(game.stores.map((store) => store.slug)).size, game.slug).toBe(game.stores.length);
    for (const { url, appId } of game.stores) {
      expect(new URL(url).protocol).toBe('https:');
      for (const id of [appId ?? []].flat()) expect(url).toContain(id);
    }
  }
});

test('a release date is a day, a month or a year', () => {
  for (const { slug, releaseDate } of games) {
    if (releaseDate === undefined) continue;
    expect(releaseDate, slug).toMatch(/^\d{4}(-\d{2}(-\d{2})?)?$/);
    expect(Number.isNaN(Date.parse(releaseDate)), slug).toBe(false);
  }
});
