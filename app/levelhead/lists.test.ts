import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { LOCALES } from '#app/current/locale.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import type { Item } from '#app/storage/item.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { seedSmallWorld } from '#test/levelhead.ts';
import { askByKey, createKey } from '#test/people/keys.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf } from '#test/storage.ts';

import { findDailyBuild } from './calendar.server.ts';
import type { TowerTrial } from './calendar.ts';
import { LEVEL_TAG_IDS } from './level-tags.ts';
import { CRATE, LEVEL_STATS } from './level.ts';
import type { Level } from './level.ts';
import type { PlayersListing } from './listing.ts';
import type { LevelheadAlias } from './player.ts';
import { sweepRecords } from './recent-records.server.ts';
import { RECENT_DAYS } from './record.ts';
import type { RecentRecord } from './record.ts';
import { makeTrial } from './trials.server.ts';
import type { MadeLevel } from './world/levels.ts';
import type { MadeMembership } from './world/players.ts';
import type { World } from './world/world.ts';

const site = useTestSite();
let world: World;
let key: string;
beforeAll(async () => {
  world = await seedSmallWorld(site);
  ({ key } = await createKey(site, 'player', [
    ...(['rce-lh-read', 'rce-lh-manage-bookmarks', 'rce-lh-manage-following', 'rce-lh-report'] as const),
  ]));
});

const API = '/api/levelhead/';
const get = (path: string) => site.ask(undefined, API + path);
const read = async <Data>(path: string) => dataOf<Data>(await get(path));
const byKey = (line: string) => {
  const [method = '', path = ''] = line.split(' ');
  return askByKey(site, key, API + path, { method });
};
/** Newest first, as entries are. */
const entries = (isWanted: (one: MadeMembership) => boolean) =>
  world.memberships.filter(isWanted).toSorted((a, b) => b.at.getTime() - a.at.getTime());

const levelOf = (id: string) => world.levels.find(({ levelId }) => levelId === id);

/** As tools know those of all rows. */
const ID = expect.stringMatching(/^[0-9a-f]{24}$/);

describe.each<[path: string, set: string, side: 'owner' | 'member', id: string, filter: string]>([
  ['levels/0hds26q/likes', 'likes', 'member', '0hds26q', 'userIds'],
  ['levels/0hds26q/favorites', 'favorites', 'member', '0hds26q', 'userIds'],
  ['players/6h97ml/followers', 'following', 'member', '6h97ml', 'userIds'],
  ['players/6h97ml/following', 'following', 'owner', '6h97ml', 'userIds'],
  ['players/6h97ml/likes', 'likes', 'owner', '6h97ml', 'levelIds'],
  ['players/6h97ml/favorites', 'favorites', 'owner', '6h97ml', 'levelIds'],
])('%s', (path, set, side, id, filter) => {
  const isListed = (member: string) =>
    set === 'following' || side === 'member' || !levelOf(member)?.states.includes('unlisted');
  const wanted = () =>
    entries((one) => one.set === set && one[side] === id && isListed(one.member)).map((one) =>
      side === 'owner' ? one.member : one.owner,
    );
  const name = filter === 'userIds' ? 'userId' : 'levelId';
  type ListRows = Record<string, string>[];

  test('lists the newest first, page by page with beforeId', async () => {
    const all = await read<ListRows>(`${path}?limit=128&beforeId=&${filter}=`);
    expect(all.map((one) => one[name])).toEqual(wanted());
    expect(Object.keys(all[0] ?? {})).toEqual(['_id', name]);
    expect(all.map(({ _id }) => _id)).toEqual(all.map(() => ID));
    const paged: ListRows = [];
    for (let page = await read<ListRows>(`${path}?limit=2`); page.length > 0;) {
      paged.push(...page);
      page = await read<ListRows>(`${path}?limit=2&beforeId=${page.at(-1)?._id}`);
    }
    expect(paged).toEqual(all);
    expect(await read<ListRows>(path)).toHaveLength(Math.min(16, all.length));
  });

  test('lists only those that are named, and names them when asked', async () => {
    const [first = ''] = wanted();
    const query = `${path}?${filter}=${first},nobody&includeAliases=true`;
    const [one, ...others] = await read<ListRows>(query);
    expect([one?.[name], others]).toEqual([first, []]);
    if (name === 'userId') expect(one).toMatchObject({ alias: { userId: first, alias: expect.any(String) } });
    for (const bad of ['limit=-1', 'beforeId=x', `${filter}=%21`])
      expect((await get(`${path}?${bad}`)).status).toBe(400);
  });
});

describe('an unlisted level that somebody likes', () => {
  const { userId: fan } = CAST.player;
  const sets = `/api/storage/crates/${CRATE}/sets`;
  let unlisted: MadeLevel;
  let list: () => Promise<Response>;
  beforeAll(async () => {
    unlisted = world.levels.find(({ states }) => states.includes('tower'))!;
    const { levelId } = unlisted;
    for (const set of ['likes', 'favorites'])
      await site.ask('player', `${sets}/${set}/owners/@me/members/${levelId}`, { method: 'PUT' });
    const [item] = await dataOf<Item[]>(await site.ask('super', `/api/storage/crates/${CRATE}/items?names=${levelId}`));
    const body = { tags: [...(item?.tags ?? []), 'unlisted'] };
    const to = `/api/storage/crates/${CRATE}/items/${item?.itemId}/metadata`;
    list = () => site.ask('super', to, { method: 'PATCH', body: { tags: item?.tags ?? [] } });
    expect((await site.ask('super', to, { method: 'PATCH', body })).status).toBe(200);
  });
  afterAll(async () => expect((await list()).status).toBe(200));

  /** Who finds its id there: nobody signed in, a player, who likes it, and staff. */
  const LISTS: [path: string, seen: boolean[]][] = [
    [`/api/levelhead/players/${fan}/likes?limit=128`, [false, false, true, true]],
    [`/api/levelhead/players/${fan}/favorites?limit=128`, [false, false, true, true]],
    [`${sets}/likes/owners/${fan}/members?limit=128`, [false, false, true, true]],
    [`${sets}/favorites/owners/${fan}/members?limit=128&sort=-member`, [false, false, true, true]],
    [`/api/levelhead/players/${fan}/likes?levelIds=ID`, [true, true, true, true]],
    [`${sets}/likes/owners/${fan}/members?members=ID`, [true, true, true, true]],
    [`${sets}/likes/members/ID/owners?owners=${fan}`, [true, true, true, true]],
    [`${sets}/plays/owners/${fan}/members`, [false, false, false, false]],
    ['/api/levelhead/levels?limit=128', [false, false, false, false]],
    ['/api/levelhead/levels?limit=128&includeUnlisted=true', [false, false, false, false]],
    ['/api/levelhead/recent-records/HighScore?limit=128', [false, false, false, false]],
    ['/api/levelhead/recent-records/FastestTime?limit=128', [false, false, false, false]],
    [`/api/storage/crates/${CRATE}/items?tags=tower&limit=100`, [false, false, false, true]],
    ['/games/levelhead/tower', [false, false, false, false]],
    ['/games/levelhead/marketing', [false, false, false, false]],
    [`/games/levelhead/players/${fan}`, [false, false, false, false]],
    ['/sitemap.xml', [false, false, false, false]],
  ];

  test.each(LISTS)('is told to whom it may be by %s', async (path, seen) => {
    const shown: boolean[] = [];
    for (const who of [undefined, 'creator', 'player', 'staff'] as const) {
      const answer = await site.ask(who, path.replace('ID', unlisted.levelId));
      shown.push((await answer.text()).includes(unlisted.levelId));
    }
    expect(shown).toEqual(seen);
  });

  test('has the figures that a page looks up by names, as every level that the page shows', async () => {
    const levelIds = [unlisted.levelId, ...world.levels.slice(0, 5).map(({ levelId }) => levelId)].join(',');
    const items = await dataOf<Item[]>(
      await site.ask(undefined, `/api/storage/crates/${CRATE}/items?names=${levelIds}&tags=level&limit=6`),
    );
    const levels = await read<Level[]>(`levels?levelIds=${levelIds}&includeStats=true&limit=6`);
    const none = Object.fromEntries(LEVEL_STATS.map((name) => [name, 0]));
    expect(new Map(items.map(({ name, stats }) => [name, { ...none, ...stats }]))).toEqual(
      new Map(levels.map(({ levelId, stats }) => [levelId, stats])),
    );
    expect(items.map(({ name }) => name)).toContain(unlisted.levelId);
  });

  test('is in nobody’s list when it is gone or its creator is banned', async () => {
    const one = entries(({ set, member }) => set === 'likes' && !levelOf(member)?.states.includes('unlisted'))[0]!;
    const find = async () => {
      const rows = await read<{ levelId: string }[]>(`players/${one.owner}/likes?limit=128`);
      return rows.some(({ levelId }) => levelId === one.member);
    };
    const isThere = async () => [await find(), (await get(`levels/${one.member}/likes`)).status];
    expect(await isThere()).toEqual([true, 200]);
    const ban = (value: Date | null) =>
      site.parts.db.query(sql`update accounts set banned_at = ${value} where user_id = ${levelOf(one.member)!.userId}`);
    await ban(new Date());
    expect(await isThere()).toEqual([false, 404]);
    await ban(null);
    expect(await isThere()).toEqual([true, 200]);
  });
});

test('an alias is always an object, of whoever it is', async () => {
  const aliases = await read<LevelheadAlias[]>('aliases?userIds=6h97ml,gone1x,6h97ml');
  const made = world.players.find(({ userId }) => userId === '6h97ml');
  expect(aliases).toEqual([
    { _id: ID, userId: '6h97ml', alias: made?.alias, avatarId: 'shade-rune', context: 'levelhead' },
    { userId: 'gone1x', anonymous: true },
  ]);
  const [safe] = await read<LevelheadAlias[]>('aliases?userIds=6h97ml&onlySafe=true');
  expect(safe).toMatchObject({ context: 'levelhead-safe', alias: expect.not.stringMatching(`^${made?.alias}$`) });
  expect(await dataOf(await byKey('GET aliases?userIds=@me'))).toMatchObject([{ userId: CAST.player.userId }]);
  expect([(await get('aliases')).status, (await get('aliases?userIds=')).status]).toEqual([400, 400]);
});

test('a reported name is replaced by the safe one for whoever allows fewer reports', async () => {
  expect((await byKey('POST aliases/vfhy42/reports')).status).toBe(204);
  expect((await byKey('POST aliases/vfhy42/reports')).status).toBe(204);
  const contextFor = async (query: string) =>
    (await read<LevelheadAlias[]>(`aliases?userIds=vfhy42&${query}`))[0]?.context;
  expect([await contextFor(''), await contextFor('maxReports=1'), await contextFor('maxReports=0')]).toEqual([
    'levelhead',
    'levelhead',
    'levelhead-safe',
  ]);
  const [follower] = await read<PlayersListing>(
    'players/6h97ml/followers?userIds=vfhy42&includeAliases=true&maxReports=0',
  );
  if (follower !== undefined) expect(follower.alias?.context).toBe('levelhead-safe');
});

describe('bookmarks', () => {
  const find = async (query = '') => {
    const response = await byKey(`GET bookmarks?${query}`);
    return (await response.json()) as { data: string[]; meta: { lastId: string | null } };
  };
  const ids = () => world.levels.slice(0, 3).map(({ levelId }) => levelId) as [string, string, string];

  test('are added, also several at once, listed in every order, paged by meta.lastId, and removed', async () => {
    const [first, second, third] = ids();
    expect((await byKey('DELETE bookmarks')).status).toBe(204);
    expect(await find()).toEqual({ data: [], meta: { lastId: null } });
    expect((await byKey(`PUT bookmarks/${first}`)).status).toBe(204);
    const put = await byKey(`PUT bookmarks/${second},${third},`);
    expect([put.status, await put.text()]).toEqual([204, '']);
    expect((await byKey(`PUT bookmarks/${first}`)).status).toBe(204);
    const all = (await find()).data;
    expect([all.length, all.at(-1)]).toEqual([3, first]);
    expect((await find('sort=-createdAt')).data).toEqual(all.toReversed());
    const byLevel = [first, second, third].toSorted((one, other) => (one < other ? 1 : -1));
    expect((await find('sort=levelId')).data).toEqual(byLevel);
    expect((await find('sort=-levelId')).data).toEqual(byLevel.toReversed());
    expect((await find(`sort=levelId&beforeLevelId=${byLevel[0]}`)).data).toEqual(byLevel.slice(1));
    expect((await find(`sort=-levelId&afterLevelId=${byLevel[2]}`)).data).toEqual(byLevel.slice(0, 2).toReversed());
    expect((await find(`levelIds=${first},nothing`)).data).toEqual([first]);
    const page = await find('limit=2');
    expect((await find(`limit=2&beforeId=${page.meta.lastId}`)).data).toEqual(all.slice(2));
    expect((await find(`sort=-createdAt&afterId=${page.meta.lastId}`)).data).toEqual(all.slice(0, 1));
    expect((await byKey(`DELETE bookmarks/${first},${second},`)).status).toBe(204);
    expect((await byKey(`DELETE bookmarks/${first}`)).status).toBe(204);
    expect((await find()).data).toEqual([third]);
    expect((await byKey('DELETE bookmarks')).status).toBe(204);
    expect((await find()).data).toEqual([]);
  });

  test('are of levels that exist, all or none, and need the permission', async () => {
    const [first] = ids();
    for (const path of ['n0thing', `${first},n0thing`, ',', '%27;--']) {
      expect((await byKey(`PUT bookmarks/${path}`)).status).toBe(404);
    }
    expect((await find()).data).toEqual([]);
    const { key: other } = await createKey(site, 'creator', ['rce-lh-read']);
    for (const [method, path] of [
      ['GET', 'bookmarks'],
      ['PUT', `bookmarks/${first}`],
      ['DELETE', 'bookmarks'],
    ] as const) {
      expect((await askByKey(site, other, API + path, { method })).status).toBe(403);
      const permission = 'rce-lh-manage-bookmarks';
      const missing = {
        status: 403,
        code: 'delegation.missingKey',
        message: `This needs a key with the permission ${permission}, in the header Rumpus-Delegation-Key.`,
        header: 'Rumpus-Delegation-Key',
        permission,
      };
      expect(await (await site.ask(undefined, API + path, { method })).json()).toMatchObject(missing);
      expect(await (await askByKey(site, other, API + path, { method })).json()).toMatchObject({
        code: 'current.keyMayNot',
        permission,
      });
      // A page of ours, or who was signed in, is told to sign in.
      for (const [name, value] of Object.entries({ 'sec-fetch-site': 'same-origin', cookie: 'session=ended' }))
        expect((await site.ask(undefined, API + path, { method, headers: { [name]: value } })).status).toBe(401);
    }
  });
});

describe('recent records', () => {
  const records = (query = '') => read<RecentRecord[]>(`recent-records/${query}`);
  const month = () => site.parts.now().getTime() - RECENT_DAYS * 86_400_000;
  const isListed = ({ states }: World['levels'][number]) => !states.includes('unlisted') && !states.includes('beta');
  const made = (name: string, levels = world.levels.filter(isListed)) =>
    levels
      .flatMap((level) => level.records.map((record) => ({ ...record, levelId: level.levelId })))
      .filter((record) => record.name === name && record.at.getTime() > month())
      .toSorted((one, other) => other.at.getTime() - one.at.getTime());

  test.each(['HighScore', 'FastestTime'])('of %s are those of a month, the latest first', async (name) => {
    const found = await records(`${name}?limit=128`);
    const wanted = made(name).slice(0, 128);
    expect(found.map(({ updatedAt }) => updatedAt)).toEqual(wanted.map(({ at }) => at.toISOString()));
    const [first] = found;
    expect(first).toEqual({
      userId: wanted[0]?.userId,
      levelId: wanted[0]?.levelId,
      value: wanted[0]?.value,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
      expiresAt: expect.any(String),
    });
    const at = found[3]?.updatedAt ?? '';
    expect((await records(`${name}?limit=128&before=${at}`))[0]?.updatedAt).toBe(at);
    expect((await records(`${name}?limit=128&after=${at}`)).at(-1)?.updatedAt).toBe(at);
    expect(await records(`${name}?after=${String(new Date()).replaceAll(' ', '%20')}`)).toEqual([]);
    const userId = found[0]?.userId ?? '';
    const own = await records(`${name}?limit=128&userIds=${userId},nob0dy&includeAliases=true`);
    expect(own.every((record) => record.userId === userId && record.alias?.userId === userId)).toBe(true);
    const levelId = found[0]?.levelId ?? '';
    const of = await records(`${name}?limit=128&levelIds=${levelId}`);
    expect(of).toHaveLength(wanted.filter((record) => record.levelId === levelId).length);
  });

  test('of a level that is not listed are found by its id alone', async () => {
    const hidden = world.levels.filter((level) => !isListed(level));
    const [first] = made('HighScore', hidden);
    const levelId = first?.levelId ?? '';
    expect(levelId).not.toBe('');
    const found = async (query: string) =>
      (await records(`HighScore?limit=128&${query}`)).some((one) => one.levelId === levelId);
    expect([await found(''), await found(`userIds=${first?.userId}`), await found(`levelIds=${levelId}`)]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('of a level whose creator is banned are not found while the ban lasts', async () => {
    const [first] = await records('HighScore?limit=128');
    const found = async () =>
      (await records(`HighScore?limit=128&userIds=${first?.userId}`)).some(({ levelId }) => levelId === first?.levelId);
    const ban = (at: Date | null) =>
      site.parts.db.query(sql`update accounts set banned_at = ${at}
        where user_id = ${levelOf(first?.levelId ?? '')?.userId ?? ''}`);
    await ban(new Date());
    const whileBanned = await found();
    await ban(null);
    expect([whileBanned, await found()]).toEqual([false, true]);
  });

  test('are of two kinds, and served for oneself', async () => {
    expect((await get('recent-records/Slowest')).status).toBe(400);
    expect((await byKey('GET recent-records/HighScore?userIds=@me')).status).toBe(200);
  });
});

describe('tower trials', () => {
  const trials = (query = '') => read<TowerTrial[]>(`tower-trials?${query}`);

  test('are listed from today, with records and names when asked', async () => {
    const all = await trials('includeRecords=true&includeAliases=true');
    expect(all.map(({ levelIds, timeTrophyGoal }) => ({ levelIds, timeTrophyGoal }))).toEqual(
      world.trials.map(({ levelIds, timeTrophyGoal }) => ({ levelIds, timeTrophyGoal })),
    );
    expect(all[0]?.createdAt.slice(0, 10)).toBe(new Date().toISOString().slice(0, 10));
    const times = all[1]?.records?.FastestTime ?? [];
    expect([times.length, times.every(({ alias }) => alias?.context === 'levelhead')]).toEqual([3, true]);
    expect(await trials('limit=1&sort=-createdAt')).toMatchObject([{ levelIds: world.trials.at(-1)?.levelIds }]);
    expect((await trials())[0]).not.toHaveProperty('records');
    const days = async (query: string) => (await trials(query)).map(({ createdAt }) => createdAt);
    const [today, yesterday, before] = all.map(({ createdAt }) => createdAt);
    expect(await days('minDaysAgo=1')).toEqual([yesterday, before]);
    expect(await days('maxDaysAgo=1')).toEqual([today, yesterday]);
    expect(await days('minDaysAgo=1&maxDaysAgo=1')).toEqual([yesterday]);
    expect(await days('minDaysAgo=1e300')).toEqual([]);
  });
});

test('the daily build is the same all day and another the next', async () => {
  const today = await read<{ items: { itemId: number; name: string }[] }>('daily-builds/@today');
  expect([today.items.length, new Set(today.items.map(({ itemId }) => itemId)).size]).toEqual([12, 12]);
  const on = (date: string) => findDailyBuild({ now: () => new Date(date) } as never);
  expect(on('2026-11-22T00:00:00Z')).toEqual(on('2026-11-22T23:59:59Z'));
  expect(on('2026-11-22T23:59:59Z')).not.toEqual(on('2026-11-23T00:00:00Z'));
});

test('a playlist has its name and levels in order, and an unknown one is none', async () => {
  const [made] = world.playlists;
  const playlist = await read<{ levelIds: string[] }>(`playlists/${made?.playlistId}`);
  expect(playlist).toMatchObject({ name: made?.name, levelIds: made?.levelIds, userId: made?.userId });
  for (const id of ['n0thing', 'toolongcode', '%27', '0hds26q'])
    expect((await get(`playlists/${id}`)).status).toBe(404);
});

test('the tags of levels come with their counts, in the language of the request', async () => {
  type TagCount = { tag: string; name: string; description: string; count: number; freq: number };
  const tags = await read<TagCount[]>('level-tags/counts');
  expect(tags.map(({ tag }) => tag).toSorted()).toEqual(LEVEL_TAG_IDS.toSorted());
  const listed = world.levels.filter(({ states }) => !states.includes('unlisted'));
  for (const { tag, count, freq } of tags) {
    const wanted = listed.filter((level) => level.tags.includes(tag)).length;
    expect([tag, count, freq]).toEqual([tag, wanted, wanted / listed.length]);
  }
  expect(tags.find(({ tag }) => tag === 'ltag_boss')).toMatchObject({ name: 'Boss' });
});

test.each(LOCALES)(
  'the tags of levels have names and descriptions in %s, and levels those of theirs',
  async (locale) => {
    const texts = JSON.parse(readFileSync(`content/locales/${locale}.json`, 'utf8')) as Record<string, unknown>;
    const wordOf = (tag: string, part: string) => {
      const text = texts[`leveltags.${tag.slice('ltag_'.length)}.${part}`] as string | { text: string } | undefined;
      return typeof text === 'object' ? text.text : text;
    };
    const headers = { locale };
    const ask = async <Data>(path: string) => dataOf<Data>(await site.ask(undefined, API + path, { headers }));
    const tags = await ask<{ tag: string; name: string; description: string }[]>('level-tags/counts');
    expect(tags.map(({ tag, name, description }) => [tag, name, description])).toEqual(
      tags.map(({ tag }) => [tag, wordOf(tag, 'name'), wordOf(tag, 'description')]),
    );
    const [level] = await ask<Level[]>('levels?levelIds=0hds26q');
    expect(level?.tagNames).toEqual(level?.tags.map((tag) => wordOf(tag, 'name')));
    const accepted = await site.ask(undefined, `${API}levels?levelIds=0hds26q`, {
      headers: { 'accept-language': locale },
    });
    expect(await dataOf(accepted)).toMatchObject([{ tagNames: level?.tagNames }]);
  },
);

test('what is kept of a read depends on its address, the language and who asks, and is no longer right once that changes', async () => {
  const path = `${API}levels?levelIds=0hds26q&includeMyInteractions=true`;
  const ask = async (headers: Record<string, string> = {}, of = path) => site.ask(undefined, of, { headers });
  const etagOf = (reply: Response) => reply.headers.get('etag') ?? '';
  const first = await ask();
  const tool = { 'rumpus-delegation-key': key };
  expect([first.headers.get('cache-control'), (await ask(tool)).headers.get('cache-control')]).toEqual([
    'public, no-cache',
    'private, no-store',
  ]);
  const vary = (first.headers.get('vary') ?? '').split(', ');
  for (const name of ['cookie', 'rumpus-delegation-key', 'rumpus-app-key', 'locale', 'accept-language'])
    expect(vary).toContain(name);
  await byKey('DELETE bookmarks/0hds26q');
  const before = await ask(tool);
  const fresh = { 'if-none-match': etagOf(first) };
  expect((await ask(fresh)).status).toBe(304);
  expect((await ask({ ...fresh, ...tool })).status).toBe(200);
  expect((await ask({ ...fresh, locale: 'ja-JP' })).status).toBe(200);
  expect((await ask({ ...fresh, 'accept-language': 'de' })).status).toBe(200);
  expect((await ask(fresh, `${path}&includeStats=true`)).status).toBe(200);
  expect((await ask({ ...tool, 'if-none-match': etagOf(before) })).status).toBe(304);
  await byKey('PUT bookmarks/0hds26q');
  expect((await ask({ ...tool, 'if-none-match': etagOf(before) })).status).toBe(200);
  expect((await site.ask('player', path)).headers.get('cache-control')).toBe('private, no-store');
  await byKey('DELETE bookmarks/0hds26q');
});

describe('tools of other origins', () => {
  test.each(['levels', 'players', 'bookmarks', 'bookmarks/0hds26q', 'following/6h97ml', 'aliases/6h97ml/reports'])(
    'may ask %s by any method that it has, with a key',
    async (path) => {
      const headers = { origin: 'https://tool.example', 'access-control-request-headers': 'rumpus-delegation-key' };
      const preflight = await site.ask(undefined, API + path, { method: 'OPTIONS', headers });
      expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
      expect(preflight.headers.get('access-control-allow-headers')).toContain('rumpus-delegation-key');
      const reply = await site.ask(undefined, API + path, { headers: { origin: 'https://tool.example' } });
      const exposed = reply.headers.get('access-control-expose-headers') ?? '';
      for (const name of ['limit', 'remaining', 'reset'].map((end) => `x-rate-limit-${end}`)) {
        expect([exposed.includes(name), reply.headers.get(name)]).toEqual([true, expect.stringMatching(/^\d+$/)]);
      }
    },
  );

  test('may read the levels as items of their crate, with the names that items had', async () => {
    const items = '/api/storage/crates/levelhead/items';
    const [item] = await dataOf<Record<string, unknown>[]>(
      await site.ask(undefined, `${items}?names=0hds26q&tags=level&dates=createdAt%3C=2026-01-01T00:00:00Z`),
    );
    expect(item).toMatchObject({
      name: '0hds26q',
      userId: 'vfhy42',
      crateId: 'levelhead',
      mimetype: 'application/json',
    });
    expect(item?._id).toBe(item?.itemId);
    const download = await site.ask(undefined, `${items}?names=0hds26q&download=true`);
    expect([await download.json(), download.headers.get('rumpus-item-parameters')]).toEqual([
      { content: { World: 49, Movement: 25, Puzzles: 100, Enemies: 36, Hazards: 11 } },
      expect.stringContaining('0hds26q'),
    ]);
  });
});

describe('a hostile outsider', () => {
  const HOSTILE = [
    '',
    ',',
    ',,,',
    '-',
    '@me',
    '@this',
    '@today',
    '@',
    '*',
    '%',
    '%00',
    '%0d%0aset-cookie:x=1',
    '..%2f..',
    '\u202e',
    '\ud800',
    "'",
    "';drop table items--",
    '{',
    '[]',
    '__proto__',
    'constructor',
    'toString',
    'null',
    'undefined',
    'true',
    'NaN',
    '-0',
    '1e309',
    '-1',
    '0',
    '1.5',
    '0x10',
    '9'.repeat(400),
    '٣',
    'İ',
    '０',
    '0hds26q',
    '6h97ml',
    '60ad6503b1bbca01ebf2f983',
    'ffffffffffffffffffffffff',
    '01890a5d-ac96-774b-bcce-b302099a8057',
    '+275760-09-13',
    '0000-00-00',
    'a,'.repeat(200),
  ];
  const value = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: 'binary', maxLength: 30 }));
  const PARAMETERS = [
    'sort',
    'limit',
    'userIds',
    'levelIds',
    'tags',
    'excludeTags',
    'tower',
    'marketing',
    'title',
    'includeStats',
    'includeAliases',
    'includeRecords',
    'includeMyInteractions',
    'includeUnlisted',
    'minDiamonds',
    'maxHiddenGem',
    'diamonds',
    'minSecondsAgo',
    'maxCreatedAt',
    'mincreatedAt',
    'tiebreakerItemId',
    'beforeId',
    'afterId',
    'beforeLevelId',
    'before',
    'after',
    'minDaysAgo',
    'maxDaysAgo',
    'maxReports',
    'onlySafe',
    'paging',
    'nextPageToken',
    'userIds[]',
    'limit[$gt]',
    '__proto__',
    'masquerade',
  ];
  const PATHS = [
    'levels',
    'players',
    'profiles',
    'aliases',
    'bookmarks',
    'tower-trials',
    'level-tags/counts',
    'daily-builds/@today',
    'levels/{}/likes',
    'levels/{}/favorites',
    'players/{}/followers',
    'players/{}/following',
    'players/{}/likes',
    'players/{}/favorites',
    'recent-records/{}',
    'playlists/{}',
    'daily-builds/{}',
    '{}',
    'levels/{}',
    'PUT bookmarks/{}',
    'DELETE bookmarks/{}',
    'PUT following/{}',
    'DELETE following/{}',
    'POST aliases/{}/reports',
  ];
  const encoded = (text: string) => (text.includes('%') ? text : encodeURIComponent(text.toWellFormed()));
  const request = fc.record({
    path: fc.constantFrom(...PATHS),
    id: value,
    query: fc.array(fc.tuple(fc.constantFrom(...PARAMETERS), value), { maxLength: 4 }),
    locale: value,
    hasKey: fc.boolean(),
  });

  test('is answered or refused with a sentence, whatever is sent', async () => {
    await fc.assert(
      fc.asyncProperty(request, async ({ path, id, query, locale, hasKey }) => {
        const [address = '', method = 'GET'] = path.replace('{}', encoded(id)).split(' ').toReversed();
        const search = query.map(([name, text]) => `${encoded(name)}=${encoded(text)}`).join('&');
        const headers: Record<string, string> = /^[\x20-\x7e]*$/.test(locale) ? { locale } : {};
        const url = `${API}${address}?${search}`;
        const answer = await (hasKey
          ? askByKey(site, key, url, { method, headers })
          : site.ask(undefined, url, { method, headers }));
        expect([url, answer.status < 500, answer.headers.get('set-cookie')]).toEqual([url, true, null]);
        if (answer.status >= 400) {
          const problem = (await answer.json()) as { message?: string; code?: string };
          expect([url, problem.message, problem.code]).toEqual([url, expect.any(String), expect.any(String)]);
        } else await answer.text();
      }),
      { numRuns: 250 },
    );
  });

  test('reads the first of repeated parameters, and nobody else’s lists with a key of their own', async () => {
    const { key: other } = await createKey(site, 'creator', [
      'rce-lh-read',
      'rce-lh-manage-bookmarks',
      'rce-lh-manage-following',
    ]);
    const as = async (who: string, path: string) =>
      (await askByKey(site, who, API + path)).json() as Promise<{ data: unknown[] }>;
    const [first = '', second = ''] = world.levels.map(({ levelId }) => levelId);
    expect((await byKey(`PUT bookmarks/${first}`)).status).toBe(204);
    expect((await askByKey(site, other, `${API}bookmarks`, { method: 'DELETE' })).status).toBe(204);
    const { userId } = CAST.player;
    for (const query of ['', `?userId=${userId}`, `?userIds=${userId}`, `?owner=${userId}&masquerade=super`]) {
      expect([query, await as(other, `bookmarks${query}`)]).toEqual([query, { data: [], meta: { lastId: null } }]);
    }
    const mine = await as(other, `levels?levelIds=${first}&includeMyInteractions=true&userId=${userId}`);
    expect(JSON.stringify(mine)).not.toContain('bookmarked');
    const ids = async (query: string) => (await as(key, `levels?${query}`)).data.map((one) => (one as Level).levelId);
    expect(await ids(`levelIds=${second}&levelIds=${first}`)).toEqual([second]);
    expect(await ids(`levelIds[]=${second}&levelIds=${first}`)).toEqual([first]);
    expect((await byKey('DELETE bookmarks')).status).toBe(204);
  });
});

test('the trial of a new day is made once, of levels that were in none', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000);
  site.clock.now = tomorrow;
  const current = systemCurrent(site.parts);
  const before = new Set(world.trials.flatMap(({ levelIds }) => levelIds));
  expect(await Promise.all([makeTrial(current), makeTrial(current)])).toEqual(expect.arrayContaining([true, false]));
  expect(await makeTrial(current)).toBe(false);
  const [made] = await read<TowerTrial[]>('tower-trials?limit=1');
  expect(made?.createdAt.slice(0, 10)).toBe(tomorrow.toISOString().slice(0, 10));
  expect([made?.levelIds.length, made?.levelIds.some((id) => before.has(id))]).toEqual([4, false]);
  const tagged = await read<Level[]>('levels?towerTrial=true&limit=128');
  expect(tagged.map(({ levelId }) => levelId)).toEqual(expect.arrayContaining(made?.levelIds ?? []));
  site.clock.now = new Date(Date.now() + 40 * 86_400_000);
  const all = await read<RecentRecord[]>('recent-records/HighScore');
  expect([all, (await sweepRecords(systemCurrent(site.parts))) > 0]).toEqual([[], true]);
});
