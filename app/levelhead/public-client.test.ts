import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { CAST } from '#test/cast.ts';
import { seedSmallWorld } from '#test/levelhead.ts';
import { createKey } from '#test/people/keys.ts';
import { useTestSite } from '#test/site.ts';
import { openTestApp } from '#test/test-app.ts';

import type { Level } from './level.ts';
import type { Player } from './player.ts';
import type { World } from './world/world.ts';

type Page<Row> = (Row & Record<string, () => Promise<Page<{ _id: string }>>>)[] & { nextPage(): Promise<Page<Row>> };
type Query = Record<string, unknown>;

/** What of the published client is used here; it was written for the original platform and is as npm has it. */
interface PublicClient {
  readonly _request: { readonly defaults: { baseURL: string } };
  version(): Promise<Record<string, string>>;
  delegationKeyPermissions(): Promise<{ userId: string; passId: string; permissions: string[] }>;
  readonly levelhead: {
    aliases: { search(userIds: string): Promise<{ userId: string; avatarUrl(pixels: number): string }[]> };
    bookmarks: Record<'add' | 'remove', (levelId: string) => Promise<boolean>> & {
      search(query: Query): Promise<string[]>;
    };
    levels: Record<'getLikes' | 'getFavorites', (id: string, query?: Query) => Promise<Page<{ _id: string }>>> & {
      search(query: Query): Promise<Page<Level>>;
      getTags(): Promise<{ tag: string }[]>;
    };
    players: Record<
      'getFollowers' | 'getFollowing' | 'getLikedLevels' | 'getFavoritedLevels',
      (userId?: string, query?: Query) => Promise<Page<{ _id: string; userId: string; levelId: string }>>
    > &
      Record<'follow' | 'unfollow', (userId: string) => Promise<boolean>> & {
        search(query: Query): Promise<Page<Player>>;
        getPlayer(userId?: string): Promise<Player>;
      };
  };
}

const site = useTestSite();
let world: World;
let server: Server;
let client: PublicClient;

beforeAll(async () => {
  world = await seedSmallWorld(site);
  const door = openTestApp(site);
  const listener = getRequestListener(async (request) => {
    const { pathname, search } = new URL(request.url);
    const { method, headers } = request;
    return door.sendRequest(pathname + search, {
      method,
      headers: Object.fromEntries(headers),
      ...(method !== 'GET' && { body: await request.text() }),
    });
  });
  server = createServer((incoming, outgoing) => void listener(incoming, outgoing));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { key } = await createKey(site, 'player', [
    ...(['rce-lh-read', 'rce-lh-manage-bookmarks', 'rce-lh-manage-following'] as const),
  ]);
  // Its types would have to be installed wherever types are checked.
  const { default: RumpusCE } = createRequire(import.meta.url)('@bscotch/rumpus-ce') as {
    default: new (key: string, server: 'local') => PublicClient;
  };
  client = new RumpusCE(key, 'local');
  client._request.defaults.baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

test('the public client reads versions and its own key', async () => {
  const version = await client.version();
  for (const field of ['rumpus', 'terms', 'terms-rce', 'privacy']) expect(version[field]).toMatch(/\d/);
  expect(await client.delegationKeyPermissions()).toEqual({
    userId: CAST.player.userId,
    passId: expect.any(String),
    permissions: ['rce-lh-read', 'rce-lh-manage-bookmarks', 'rce-lh-manage-following'],
  });
});

test('the public client searches and pages levels, and what hangs on them', async () => {
  const { levels } = client.levelhead;
  expect(await levels.getTags()).toHaveLength(41);
  for (const sort of ['createdAt', '-createdAt', 'HiddenGem', '-ReplayValue', 'ExposureBucks']) {
    const seen: string[] = [];
    let page = await levels.search({ sort, limit: 5, includeStats: true, includeAliases: true, userIds: [] });
    for (; page.length > 0; page = await page.nextPage()) seen.push(...page.map(({ levelId }) => levelId));
    const all = await levels.search({ sort, limit: 128 });
    expect(seen).toEqual(all.map(({ levelId }) => levelId));
  }
  const [known] = await levels.search({ levelIds: ['0hds26q'], includeRecords: true, includeAliases: true });
  expect((known as unknown as { avatarUrl(pixels: number): string }).avatarUrl(64)).toContain('spookstone-screamer');
  const of = (set: string) => world.memberships.filter((one) => one.set === set && one.member === '0hds26q').length;
  const fans = await levels.getLikes('0hds26q', { limit: 128 });
  expect([fans.length, (await known?.getLikes?.())?.length]).toEqual([of('likes'), Math.min(16, of('likes'))]);
  let favorites = await levels.getFavorites('0hds26q', { limit: 1 });
  let count = 0;
  for (; favorites.length > 0; favorites = await favorites.nextPage()) count += favorites.length;
  expect(count).toBe(of('favorites'));
});

test('the public client finds players, their lists and names', async () => {
  const { players, aliases } = client.levelhead;
  expect((await players.getPlayer('bscotch007')).userId).toBe('bscotch007');
  expect((await players.getPlayer()).userId).toBe(CAST.player.userId);
  await expect(players.getPlayer('nob0dy')).rejects.toThrow('does not exist');
  const seen: string[] = [];
  let page = await players.search({ sort: 'Subscribers', limit: 7 });
  for (; page.length > 0 && seen.length < 200; page = await page.nextPage())
    seen.push(...page.map(({ userId }) => userId));
  expect([new Set(seen).size, seen.length]).toEqual([world.players.length, world.players.length]);
  const [first = ''] = seen;
  const followers = world.memberships.filter(({ set, member }) => set === 'following' && member === first);
  expect(await players.getFollowers(first, { limit: 128 })).toHaveLength(followers.length);
  const liked = world.memberships.filter(({ set, owner }) => set === 'likes' && owner === first);
  expect(await players.getLikedLevels(first, { limit: 128 })).toHaveLength(liked.length);
  expect((await players.getFavoritedLevels(first, { limit: 128 })).every(({ levelId }) => levelId.length === 7)).toBe(
    true,
  );
  const [alias, ...others] = await aliases.search('bscotch404');
  expect([alias?.userId, others, alias?.avatarUrl(64)]).toEqual([
    'bscotch404',
    [],
    expect.stringContaining('/avatars/'),
  ]);
});

test('the public client adds and removes bookmarks and follows', async () => {
  const { bookmarks, players, levels } = client.levelhead;
  for (const { levelId } of await levels.search({ sort: '-QAScore', minPlayers: 20, limit: 3 })) {
    await bookmarks.remove(levelId);
    expect(await bookmarks.add(levelId)).toBe(true);
    expect(await bookmarks.search({ levelIds: levelId })).toEqual([levelId]);
    expect(await bookmarks.remove(levelId)).toBe(true);
    expect(await bookmarks.search({ levelIds: levelId })).toEqual([]);
  }
  await players.unfollow('bscotch101');
  const subscribers = async () => (await players.getPlayer('bscotch101')).stats.Subscribers ?? 0;
  const before = await subscribers();
  expect(await players.follow('bscotch101')).toBe(true);
  expect(await players.getFollowing(CAST.player.userId, { userIds: 'bscotch101' })).toHaveLength(1);
  expect(await subscribers()).toBe(before + 1);
  await players.follow('bscotch101');
  expect(await subscribers()).toBe(before + 1);
  await players.unfollow('bscotch101');
  expect([await players.getFollowing(CAST.player.userId, { userIds: 'bscotch101' }), await subscribers()]).toEqual([
    expect.objectContaining({ length: 0 }),
    before,
  ]);
  await expect(players.follow('nob0dy')).rejects.toThrow('Player does not exist!');
});
