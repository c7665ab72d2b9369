import { beforeAll, describe, expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { seedSmallWorld } from '#test/levelhead.ts';
import { askByKey, createKey } from '#test/people/keys.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf } from '#test/storage.ts';

import type { Level } from './level.ts';
import { CRATE } from './level.ts';
import type { Player } from './player.ts';
import { PLAYER_STATS } from './search/player-query.ts';
import type { MadeLevel } from './world/levels.ts';
import type { World } from './world/world.ts';

const site = useTestSite();
let world: World;
beforeAll(async () => void (world = await seedSmallWorld(site)));

const get = (path: string) => site.ask(undefined, `/api/levelhead/${path}`);
const levels = async (query: string) => dataOf<Level[]>(await get(`levels?${query}`));
const players = async (query: string) => dataOf<Player[]>(await get(`players?${query}`));
const idsOf = (some: readonly { levelId: string }[]) => some.map(({ levelId }) => levelId);
const sorted = (ids: readonly string[]) => ids.toSorted();
const has = (state: MadeLevel['states'][number]) => (level: MadeLevel) => level.states.includes(state);
const isListed = (level: MadeLevel) => !has('unlisted')(level) && !has('beta')(level);
const made = (isWanted: (level: MadeLevel) => boolean) => sorted(idsOf(world.levels.filter(isWanted)));
const tower = (isWanted: (level: MadeLevel) => boolean = () => true) =>
  made((level) => has('tower')(level) && isListed(level) && isWanted(level));
const stat = (level: MadeLevel | undefined, name: string) => level?.stats[name] ?? 0;

/** Of the middle one of the Tower in the order of a stat, so that bounds cut the list in two. */
function middle(name: string): number {
  const values = world.levels.filter(has('tower')).map((level) => stat(level, name));
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** As tools know those of all rows. */
const ID = expect.stringMatching(/^[0-9a-f]{24}$/);
/** Of a player, there even as 0: some tools have a type for them without an absent one. */
const NUMBERS = [...PLAYER_STATS, 'NumFollowing', 'PerkPoints', 'CampaignProg', 'TimeTrophies'];

test('searches in every order answer at once what each answers alone', async () => {
  const orders = ['createdAt', 'PlayTime', 'ReplayValue', 'ExposureBucks', 'HiddenGem', 'Diamonds'];
  const queries = orders.flatMap((order) => [`sort=${order}&limit=3`, `sort=-${order}&limit=3`]);
  const alone: Level[][] = [];
  for (const query of queries) alone.push(await levels(query));
  expect(new Set(alone.map((page) => String(idsOf(page)))).size).toBeGreaterThan(orders.length);
  const together = await Promise.all([...queries, ...queries].map(levels));
  expect(together.map(idsOf)).toEqual([...alone, ...alone].map(idsOf));
});

test.each([
  ['levels?sort=Bogus&tags=race,ltag_boss', 'sort, tags'],
  ['levels?sort=-hiddengem', 'sort'],
  ['levels?excludeTags=nonsense', 'tags'],
  ['levels?sort=-QAScore&tags=ltag_boss&sort=Bogus', null],
  ['levels?sort=&tags=', null],
  ['players?sort=Likes', 'sort'],
  ['players?sort=-Crowns', null],
  ['tower-trials?sort=levelId', 'sort'],
  ['tower-trials?sort=-createdAt', null],
])('a search tells of %s what it ignores, and is answered as without that', async (path, ignored) => {
  const rowsOf = async (one: Response) =>
    (await dataOf<Level[]>(one)).map((row) => Object.assign(row, { createdAgo: 0 }));
  const reply = await get(path);
  expect([reply.status, reply.headers.get('rumpus-ignored')]).toEqual([200, ignored]);
  expect(reply.headers.get('access-control-expose-headers')).toContain('rumpus-ignored');
  if (ignored === 'sort') expect(await rowsOf(reply)).toEqual(await rowsOf(await get(path.replace(/sort=[^&]+/, ''))));
});

describe('levels', () => {
  const known = () => world.levels[0];

  test('have the shape that tools read', async () => {
    const [level] = await levels('levelIds=0hds26q&includeStats=true&includeRecords=true&includeAliases=true');
    const words = { alias: expect.any(String), avatarId: expect.any(String) };
    const alias = { _id: ID, userId: 'vfhy42', ...words, context: 'levelhead' };
    const holder = { userId: expect.any(String), value: expect.any(Number), createdAt: expect.stringMatching(/Z$/) };
    expect(level).toEqual({
      _id: ID,
      cv: 1_020_004,
      userId: 'vfhy42',
      levelId: '0hds26q',
      localeId: 0,
      locale: 'en-US',
      avatarId: 'spookstone-screamer',
      title: 'Through The Dungeon, GR-18',
      gameVersion: '1.20.4',
      tower: true,
      marketing: false,
      graduated: true,
      dailyBuild: false,
      towerTrial: expect.any(Boolean),
      requiredPlayers: 1,
      creatorTime: 1131.4,
      tags: ['ltag_boss', 'ltag_shop', 'ltag_explore'],
      tagNames: ['Boss', 'Shop', 'Exploration'],
      createdAt: '2021-05-25T20:58:43.568Z',
      updatedAt: known()?.updatedAt.toISOString(),
      createdAgo: expect.any(Number),
      content: { World: 49, Movement: 25, Puzzles: 100, Enemies: 36, Hazards: 11 },
      stats: known()?.stats,
      records: {
        HighScore: Array.from({ length: 3 }, () => ({
          ...holder,
          alias: expect.objectContaining({ context: 'levelhead' }),
        })),
        FastestTime: expect.arrayContaining([expect.objectContaining(holder)]),
      },
      alias,
    });
    const scores = level?.records?.HighScore?.map(({ value }) => value) ?? [];
    const times = level?.records?.FastestTime?.map(({ value }) => value) ?? [];
    expect([scores.toSorted((a, b) => b - a), times.toSorted((a, b) => a - b)]).toEqual([scores, times]);
  });

  test('come without stats, records, names and interactions unless these are asked for', async () => {
    const [level] = await levels('levelIds=0hds26q&includeStats=false&includeAliases=&includeRecords=');
    expect(Object.keys(level ?? {})).not.toEqual(expect.arrayContaining(['stats']));
    for (const member of ['stats', 'records', 'alias', 'interactions']) expect(level).not.toHaveProperty(member);
  });

  test.each<[query: string, wanted: () => string[]]>([
    ['', () => tower()],
    ['tower=true', () => tower()],
    ['marketing=true', () => made((level) => has('marketing')(level) && isListed(level))],
    ['dailyBuild=true', () => made((level) => has('daily-build')(level) && isListed(level))],
    ['towerTrial=true', () => made((level) => has('tower-trial')(level) && isListed(level))],
    ['includeBeta=true', () => made((level) => has('tower')(level) && !has('unlisted')(level))],
    ['userIds=vfhy42', () => made((level) => level.userId === 'vfhy42' && isListed(level))],
    ['userIds=vfhy42,6h97ml', () => made((level) => ['vfhy42', '6h97ml'].includes(level.userId) && isListed(level))],
    ['userIds=vfhy42&tower=true', () => tower(({ userId }) => userId === 'vfhy42')],
    ['userIds=nob0dy', () => []],
    ['levelIds=0hds26q,nothing', () => ['0hds26q']],
    ['levelIds=', () => tower()],
    ['tags=ltag_boss', () => tower(({ tags }) => tags.includes('ltag_boss'))],
    [
      'tags=ltag_boss,ltag_shop,ltag_explore',
      () => tower(({ tags }) => tags.length === 3 && tags[0] === 'ltag_boss' && tags[1] === 'ltag_shop'),
    ],
    [
      'excludeTags=ltag_simple,ltag_boss',
      () => tower(({ tags }) => !tags.some((tag) => ['ltag_simple', 'ltag_boss'].includes(tag))),
    ],
    ['tags=race', () => tower()],
    ['tags=race,ltag_boss&excludeTags=nonsense', () => tower(({ tags }) => tags.includes('ltag_boss'))],
    ['tags=&excludeTags=&beforeId=&maxCreatedAt=&tiebreakerItemId=&sort=', () => tower()],
    ['DieBlopfish=1&tag=race&maxDiamons=3&sort=HiddenHem&local-cache-id=x', () => tower()],
    ['diamonds=3', () => tower((level) => stat(level, 'Diamonds') === 3)],
    [
      'minDiamonds=2&maxDiamonds=4',
      () => tower((level) => stat(level, 'Diamonds') >= 2 && stat(level, 'Diamonds') <= 4),
    ],
    ['maxPlayTime=MIDDLE', () => tower((level) => stat(level, 'PlayTime') <= middle('PlayTime'))],
    ['minPlayTime=MIDDLE', () => tower((level) => stat(level, 'PlayTime') >= middle('PlayTime'))],
    ['minReplayValue=MIDDLE', () => tower((level) => stat(level, 'ReplayValue') >= middle('ReplayValue'))],
    ['maxReplayValue=MIDDLE', () => tower((level) => stat(level, 'ReplayValue') <= middle('ReplayValue'))],
    [
      'minHiddenGem=MIDDLE&maxHiddenGem=100000.9999',
      () => tower((level) => stat(level, 'HiddenGem') >= middle('HiddenGem')),
    ],
    ['maxHiddenGem=MIDDLE', () => tower((level) => stat(level, 'HiddenGem') <= middle('HiddenGem'))],
    ['minExposureBucks=MIDDLE', () => tower((level) => stat(level, 'ExposureBucks') >= middle('ExposureBucks'))],
    ['maxQAScore=MIDDLE', () => tower((level) => stat(level, 'ExposureBucks') <= middle('ExposureBucks'))],
    [
      'minPlayTime=1&maxReplayValue=1000000&minDiamonds=1&tags=ltag_boss',
      () => tower((level) => stat(level, 'Diamonds') >= 1 && level.tags.includes('ltag_boss')),
    ],
    ['maxCreatedAt=2021-05-25T20:58:43.568Z', () => ['0hds26q']],
    ['minCreatedAt=2021-05-25T20:58:43.568Z', () => tower()],
    ['minCreatedAt=2021-05-26', () => tower(({ levelId }) => levelId !== '0hds26q')],
    ['maxCreatedAt=2021-06-01 06:20:48.069', () => ['0hds26q']],
    ['maxCreatedAt=Tue Jun 01 2021 00:04:09 GMT+0000 (Coordinated Universal Time)', () => ['0hds26q']],
    ['maxCreatedAt=2021-05-25T22:58:43.568+02:00', () => ['0hds26q']],
    ['minSecondsAgo=100000000', () => ['0hds26q']],
    ['maxSecondsAgo=100000000', () => tower(({ levelId }) => levelId !== '0hds26q')],
  ])('are found by %s', async (query, wanted) => {
    const name = /(?:min|max)(\w+)=MIDDLE/.exec(query)?.[1] ?? '';
    const field = name === 'QAScore' ? 'ExposureBucks' : name;
    const found = await levels(`limit=128&${query.replace('MIDDLE', String(middle(field)))}`);
    expect(sorted(idsOf(found))).toEqual(wanted());
    if (query.startsWith('max') || query.startsWith('min')) expect(found.length).toBeGreaterThan(0);
  });

  test.each<[query: string, field: (level: Level) => number | string]>([
    ['', ({ stats }) => stats?.HiddenGem ?? 0],
    ['sort=HiddenGem', ({ stats }) => stats?.HiddenGem ?? 0],
    ['sort=createdAt', ({ createdAt }) => createdAt],
    ['sort=PlayTime', ({ stats }) => stats?.PlayTime ?? 0],
    ['sort=Playtime', ({ stats }) => stats?.PlayTime ?? 0],
    ['sort=ReplayValue', ({ stats }) => stats?.ReplayValue ?? 0],
    ['sort=ExposureBucks', ({ stats }) => stats?.ExposureBucks ?? 0],
    ['sort=QAScore', ({ stats }) => stats?.ExposureBucks ?? 0],
    ['sort=Difficulty', ({ stats }) => stats?.Diamonds ?? 0],
    ['marketing=true', ({ stats }) => stats?.ExposureBucks ?? 0],
    ['userIds=vfhy42,6h97ml', ({ createdAt }) => createdAt],
    ['levelIds=0hds26q', ({ createdAt }) => createdAt],
  ])('are sorted by %s, descending and with - ascending', async (query, field) => {
    const order = (all: Level[]) => all.map((level) => [field(level), level._id] as const);
    const compare = (a: readonly [string | number, string], b: readonly [string | number, string]) =>
      a[0] === b[0] ? (a[1] < b[1] ? -1 : 1) : a[0] < b[0] ? -1 : 1;
    const down = order(await levels(`limit=128&includeStats=true&${query}`));
    expect(down).toEqual(down.toSorted(compare).toReversed());
    if (!query.startsWith('sort=')) return;
    const up = order(await levels(`limit=128&includeStats=true&${query.replace('sort=', 'sort=-')}`));
    expect(up).toEqual(down.toReversed());
  });

  test.each(['createdAt', 'HiddenGem', 'Diamonds', '-Diamonds', '-PlayTime'])(
    'go on by the value of the last one and tiebreakerItemId, sorted by %s, with none twice or missing',
    async (sort) => {
      const field = sort.replace(/^-/, '');
      const bound = `${sort.startsWith('-') ? 'min' : 'max'}${field.replace(/^c/, 'C')}`;
      const valueOf = (level: Level) => (field === 'createdAt' ? level.createdAt : level.stats?.[field]);
      const all: Level[] = [];
      for (let more = ''; all.length < 200;) {
        const page = await levels(`sort=${sort}&limit=4&includeStats=true${more}`);
        all.push(...page);
        const last = page.at(-1);
        if (last === undefined || page.length < 4) break;
        more = `&${bound}=${valueOf(last)}&tiebreakerItemId=${last._id}`;
      }
      expect(idsOf(all)).toEqual(idsOf(await levels(`sort=${sort}&limit=128`)));
      // Without a bound the page starts after the level itself.
      const [first, second] = all;
      expect(idsOf(await levels(`sort=${sort}&limit=1&tiebreakerItemId=${first?._id}`))).toEqual([second?.levelId]);
    },
  );

  test('go on by the token of `next`, which holds the whole search', async () => {
    const search = 'paging=true&limit=3&sort=-PlayTime&minDiamonds=1&excludeTags=ltag_boss&includeStats=true';
    const all: Level[] = [];
    for (let address: string | undefined = `levels?${search}`; address !== undefined;) {
      const { data, next } = (await (await get(address)).json()) as { data: Level[]; next?: string };
      all.push(...data);
      const token: string | undefined = /nextPageToken=([a-z0-9]+)$/.exec(next ?? '')?.[1];
      address = token && `levels?nextPageToken=${token}&paging=true`;
    }
    const whole = await levels(search.replace('limit=3', 'limit=128'));
    expect([all.length > 3, idsOf(all)]).toEqual([true, idsOf(whole)]);
    expect(all[0]?.stats).toBeDefined();
    expect((await get('levels?paging=true&nextPageToken=abc123')).status).toBe(400);
  });

  test('are served at most 128 at once, 16 unless more are asked for, and to whatever limit a tool sends', async () => {
    const count = async (query: string) => (await levels(`includeBeta=true&maxSecondsAgo=${10 ** 9}&${query}`)).length;
    const most = tower().length;
    expect([await count('limit=2'), await count(''), await count('limit=128'), await count('limit=1000')]).toEqual([
      2,
      Math.min(16, most),
      ...[most, most].map((all) => Math.max(all, made(has('tower')).length)),
    ]);
  });

  test.each([
    'limit=0',
    'limit=x',
    'limit=1.5',
    'tags=a,b,c,d',
    'excludeTags=a,b,c,d,e,f,g',
    'tags=%27',
    'userIds=%00',
    'userIds=!',
    'minPlayTime=x',
    'maxHiddenGem=1e999',
    'minCreatedAt=yesterday',
    'tiebreakerItemId=60ad6503b1bbca01ebf2f98',
    'tower=yes',
    'minSecondsAgo=NaN',
    `levelIds=${Array.from({ length: 129 }, (_, at) => `l${at}`).join(',')}`,
  ])('are refused with a sentence for %s', async (query) => {
    const response = await get(`levels?${query}`);
    expect([response.status, ((await response.json()) as { message: string }).message]).toEqual([
      400,
      expect.stringMatching(/^Invalid |without a null/),
    ]);
  });

  test('take extreme bounds and times', async () => {
    for (const query of [
      'minSecondsAgo=-1e300',
      'maxSecondsAgo=1e300',
      'minPlayTime=-1e308&maxPlayTime=1e308',
      'tags=constructor',
    ])
      expect((await get(`levels?${query}`)).status).toBe(200);
  });

  test('of so many diamonds are of no other number, whatever range stands beside it', async () => {
    const exactly = await levels('diamonds=3&includeStats=true&limit=128');
    expect(exactly.every(({ stats }) => stats?.Diamonds === 3)).toBe(true);
    for (const range of ['minDiamonds=5', 'maxDiamonds=0', 'minDiamonds=4&maxDiamonds=6', 'minDifficulty=6'])
      expect(idsOf(await levels(`diamonds=3&limit=128&${range}`))).toEqual(idsOf(exactly));
  });

  test.each(['Likes', 'Favorites', 'ClearRate', 'Attempts', 'HiddenHem', '-Players', 'stats.Likes', '-'])(
    'keep the order of their scope for the unknown or former sort %s',
    async (sort) => {
      for (const scope of ['', 'marketing=true', 'userIds=vfhy42,6h97ml'])
        expect(idsOf(await levels(`${scope}&sort=${sort}`)), scope).toEqual(idsOf(await levels(scope)));
    },
  );

  test.each(['minLikes=99999', 'maxDiamons=0', 'minClearRate=1', 'DieBlopfish=7', 'local-cache-id=7', 'tag=race'])(
    'are found as if the parameter %s were not there',
    async (parameter) => {
      expect(idsOf(await levels(`limit=128&${parameter}`))).toEqual(idsOf(await levels('limit=128')));
    },
  );

  test('take a whole playlist of ids', async () => {
    const ids = world.levels.map(({ levelId }) => levelId);
    const found = await levels(`limit=128&levelIds=${ids.join(',')},`);
    // Whoever has the id of an unlisted one finds it.
    expect(sorted(idsOf(found))).toEqual(sorted(ids));
  });

  test('are named in the locale of the request', async () => {
    const headers = { locale: 'en-US' };
    const response = await site.ask(undefined, '/api/levelhead/levels?levelIds=0hds26q', { headers });
    expect((await dataOf<Level[]>(response))[0]?.tagNames).toEqual(['Boss', 'Shop', 'Exploration']);
  });

  test('show one’s own interactions to a key, each only when true', async () => {
    const { key } = await createKey(site, 'player', ['rce-lh-read']);
    const { userId } = CAST.player;
    const response = await askByKey(
      site,
      key,
      '/api/levelhead/levels?limit=128&includeBeta=true&includeMyInteractions=true',
    );
    const sets = {
      bookmarked: 'bookmarks',
      favorited: 'favorites',
      liked: 'likes',
      played: 'plays',
      completed: 'completions',
    };
    const did = (set: string, levelId: string) =>
      world.memberships.some((one) => one.set === set && one.owner === userId && one.member === levelId);
    const found = await dataOf<Level[]>(response);
    expect(found.some(({ interactions }) => interactions?.played)).toBe(true);
    for (const { levelId, interactions } of found) {
      const wanted = Object.entries(sets).filter(([, set]) => did(set, levelId));
      expect(interactions).toEqual(Object.fromEntries(wanted.map(([name]) => [name, true])));
    }
    // Tools ask for them without a key, too.
    const bare = await get('levels?includeMyInteractions=true');
    expect(bare.status).toBe(200);
    expect((await dataOf<Level[]>(bare)).filter(({ interactions }) => interactions !== undefined)).toEqual([]);
    expect((await get('levels?userIds=@me')).status).toBe(403);
  });
});

describe('players', () => {
  test('have a number wherever tools take one for granted, and say in a word whether one follows them', async () => {
    const { key } = await createKey(site, 'player', ['rce-lh-read']);
    const path = '/api/levelhead/players?limit=128&includeMyInteractions=true';
    const found = await dataOf<Player[]>(await askByKey(site, key, path));
    for (const { stats, interactions } of found) {
      expect(NUMBERS.filter((name) => typeof stats[name] !== 'number')).toEqual([]);
      expect(typeof interactions?.following).toBe('boolean');
    }
  });

  test('are bounded by the names that tools make of a sort, such as mincreatedAt', async () => {
    const [newest, ...others] = await players('sort=createdAt&limit=128');
    expect(await players(`mincreatedAt=${newest?.createdAt}`)).toEqual([newest]);
    const before = `sort=createdAt&limit=127&maxcreatedAt=${others[0]?.createdAt}`;
    expect(await players(before)).toEqual(others.slice(0, 127));
    expect(await players('minupdatedAt=9000-01-01')).toEqual([]);
    expect(await players('maxupdatedAt=2001-01-01')).toEqual([]);
  });

  test('have the shape that tools read', async () => {
    const [player] = await players('userIds=6h97ml&includeAliases=true');
    const wanted = world.players.find(({ userId }) => userId === '6h97ml');
    expect(player).toEqual({
      _id: ID,
      userId: '6h97ml',
      stats: { ...Object.fromEntries(NUMBERS.map((name) => [name, 0])), ...wanted?.stats },
      createdAt: wanted?.createdAt.toISOString(),
      updatedAt: wanted?.createdAt.toISOString(),
      alias: { _id: ID, userId: '6h97ml', alias: wanted?.alias, avatarId: 'shade-rune', context: 'levelhead' },
    });
  });

  test('are all there without ids, none for an unknown one, and those of a list, under their old name too', async () => {
    const ids = world.players.map(({ userId }) => userId);
    for (const query of ['limit=128', 'limit=128&userIds=', 'limit=128&sort=Nothing&xyz=1'])
      expect((await players(query)).map(({ userId }) => userId).toSorted()).toEqual(ids.toSorted());
    expect(await players('userIds=nob0dy')).toEqual([]);
    expect((await players('userIds=6h97ml,vfhy42,nob0dy')).map(({ userId }) => userId).toSorted()).toEqual([
      '6h97ml',
      'vfhy42',
    ]);
    expect(await dataOf(await get('profiles?userIds=6h97ml'))).toEqual(await players('userIds=6h97ml'));
    const { key } = await createKey(site, 'player', ['rce-lh-read']);
    const me = await askByKey(site, key, '/api/levelhead/players?userIds=@me&includeMyInteractions=true');
    const interactions = { following: false };
    expect(await dataOf<Player[]>(me)).toMatchObject([{ userId: CAST.player.userId, interactions }]);
  });

  test.each(['createdAt', 'updatedAt', ...PLAYER_STATS])(
    'are sorted by %s, and searched within its bounds',
    async (sort) => {
      const valueOf = (player: Player) =>
        sort === 'createdAt' || sort === 'updatedAt' ? player[sort] : (player.stats[sort] ?? 0);
      const down = await players(`limit=128&sort=${sort}`);
      const up = await players(`limit=128&sort=-${sort}`);
      expect(up.map(({ userId }) => userId)).toEqual(down.map(({ userId }) => userId).toReversed());
      const values = down.map(valueOf);
      expect(values).toEqual(values.toSorted((a, b) => (a < b ? 1 : a > b ? -1 : 0)));
      const bound = sort.replace(/^./, (letter) => letter.toUpperCase());
      const [low = 0, high = 0] = [values[15], values[6]];
      const within = await players(`limit=128&sort=${sort}&min${bound}=${low}&max${bound}=${high}`);
      expect(within.map(valueOf)).toEqual(values.filter((value) => value >= low && value <= high));
      const page = await players(`limit=5&sort=${sort}`);
      const last = page.at(-1);
      const more = await players(
        `limit=5&sort=${sort}&max${bound}=${last && valueOf(last)}&tiebreakerItemId=${last?._id}`,
      );
      expect([...page, ...more].map(({ userId }) => userId)).toEqual(down.slice(0, 10).map(({ userId }) => userId));
      const unbounded = await players(`limit=5&sort=${sort}&tiebreakerItemId=${last?._id}`);
      expect(unbounded.map(({ userId }) => userId)).toEqual(more.map(({ userId }) => userId));
    },
  );
});

async function itemOf(levelId = ''): Promise<string> {
  const path = `/api/storage/crates/${CRATE}/items`;
  const [item] = await dataOf<{ itemId: string }[]>(await site.ask('staff', `${path}?names=${levelId}`));
  return `${path}/${item?.itemId}`;
}

describe('a search', () => {
  test('follows what changes an item at once, whoever changes it', async () => {
    const level = world.levels.find((one) => has('marketing')(one) && isListed(one));
    const [one] = await levels(`levelIds=${level?.levelId}`);
    const _id = one?._id ?? '';
    const item = await itemOf(level?.levelId);
    const finds = async (query: string) => (await levels(`limit=128&${query}`)).some((one) => one._id === _id);
    const stats = { setStats: { HiddenGem: 987_654 } };
    expect((await site.ask('staff', `${item}/stats`, { method: 'PATCH', body: stats })).status).toBe(200);
    expect([await finds('minHiddenGem=987654'), await finds('marketing=true&minHiddenGem=987654')]).toEqual([
      false,
      true,
    ]);
    const tags = { tags: ['level', 'tower', 'ltag_boss'] };
    expect((await site.ask('staff', `${item}/metadata`, { method: 'PUT', body: tags })).status).toBe(200);
    expect((await levels('limit=1&tags=ltag_boss'))[0]?._id).toBe(_id);
    expect((await site.ask('staff', item, { method: 'DELETE', headers: { 'if-match': '*' } })).status).toBeLessThan(
      300,
    );
    expect([await finds('minHiddenGem=987654'), await finds(`levelIds=${level?.levelId}`)]).toEqual([false, false]);
  });

  test('finds an unlisted level by its id or where its creator and includeUnlisted are named, and no other way', async () => {
    const level = world.levels.find((one) => isListed(one) && has('tower')(one) && one.levelId !== '0hds26q');
    const [one] = await levels(`levelIds=${level?.levelId}`);
    const _id = one?._id ?? '';
    const body = { tags: ['level', 'tower', 'unlisted'] };
    await site.ask('staff', `${await itemOf(level?.levelId)}/metadata`, { method: 'PUT', body });
    const finds = async (query: string) => (await levels(`limit=128&${query}`)).some((one) => one._id === _id);
    const creator = `userIds=${level?.userId}`;
    expect([
      await finds(''),
      await finds('includeUnlisted=true'),
      await finds(creator),
      await finds(`${creator}&includeUnlisted=true`),
      await finds(`levelIds=${level?.levelId}`),
    ]).toEqual([false, false, false, true, true]);
  });

  test('finds neither a banned creator nor their levels while the ban lasts, and a deleted one as anonymous', async () => {
    const bosses = () => levels('limit=128&tags=ltag_boss');
    const userId = (await bosses()).find((level) => level.userId !== 'vfhy42')?.userId ?? '';
    const ban = (at: Date | null) =>
      site.parts.db.query(sql`update accounts set banned_at = ${at} where user_id = ${userId}`);
    const found = async () => [
      (await levels(`userIds=${userId}`)).length > 0,
      (await levels('limit=128')).some((level) => level.userId === userId),
      (await bosses()).some((level) => level.userId === userId),
      (await players(`userIds=${userId}`)).length > 0,
    ];
    expect(await found()).toEqual([true, true, true, true]);
    await ban(new Date());
    expect(await found()).toEqual([false, false, false, false]);
    await ban(null);
    const alias = async () => (await levels(`userIds=${userId}&includeAliases=true`))[0]?.alias;
    await site.parts.db.query(sql`delete from aliases where user_id = ${userId} and context = 'levelhead'`);
    expect(await alias()).not.toHaveProperty('anonymous');
    await site.parts.db.query(sql`delete from accounts where user_id = ${userId}`);
    expect(await alias()).toEqual({ userId, anonymous: true });
  });
});
