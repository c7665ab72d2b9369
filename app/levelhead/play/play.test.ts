import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';

import { setAccount } from '#app/accounts/accounts.server.ts';
import { setAlias } from '#app/aliases/aliases.server.ts';
import type { CreatedAppKey, Scope } from '#app/apps/app-key.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { seedSmallWorld } from '#test/levelhead.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { askByKey, createKey } from '#test/people/keys.ts';
import { useTestSite } from '#test/site.ts';
import type { SiteRequest } from '#test/site.ts';
import { dataOf, refusalOf } from '#test/storage.ts';

import type { Level } from '../level.ts';
import type { Player } from '../player.ts';
import { computeFigures, computeRates } from '../rules/figures.ts';
import { DAILY_LIMITS } from '../rules/play.ts';
import { FIRST_BUCKS } from '../rules/tower.ts';
import { findLevelItems } from '../search/level-rows.server.ts';
import type { AttemptResult } from './attempt.ts';
import { toDay, findDays } from './daily.server.ts';
import { findBestRecords } from './record-history.server.ts';

const site = useTestSite();
const API = '/api/levelhead/';
const CREATOR = CAST.creator.userId;
const PLAYERS = Array.from({ length: 100 }, (_, at) => `p${String(at).padStart(5, '0')}`);
const LACKS = [403, 'This key is not allowed to do that.'];
let key: string;

const current = () => systemCurrent(site.parts);
const keyWith = async (...scopes: Scope[]) => {
  const body = { appId: 'levelhead', name: 'Servers', scopes, days: 9 };
  return (await dataOf<CreatedAppKey>(await site.ask('admin', '/api/apps/keys', { method: 'POST', body }))).key;
};
beforeAll(async () => {
  await seedSmallWorld(site);
  for (const userId of PLAYERS) await setAccount(current(), userId, 'authenticated');
  key = await keyWith({ crateId: 'levelhead', may: ['write', 'stats', 'records'] });
});

const send = (method: string, path: string, body?: object, once?: string, by = key) => {
  const headers = { 'rumpus-app-key': by, ...(once !== undefined && { 'idempotency-key': once }) };
  const request: SiteRequest = { method, headers, ...(body !== undefined && { body }) };
  return site.ask(undefined, API + path, request);
};
const NEW = {
  userId: CREATOR,
  title: 'Springs, Mostly',
  tags: ['ltag_boss'],
  requiredPlayers: 1,
  avatarId: 'jibber',
  creatorTime: 61.5,
  gameVersion: '1.20.4',
  locale: 'en-US',
  data: 'SGVsbG8gd29ybGQ=',
  content: { World: 49, Movement: 25, Puzzles: 100, Enemies: 36, Hazards: 11 },
};
const publish = async (change: object = {}) =>
  (await dataOf<{ levelId: string }>(await send('POST', 'levels', { ...NEW, ...change }))).levelId;
const readLevel = async (levelId: string) => {
  const found = await site.ask(undefined, `${API}levels?levelIds=${levelId}&includeStats=true&includeRecords=true`);
  return (await dataOf<Level[]>(found))[0];
};
const readStats = async (userId: string) => {
  const found = await site.ask(undefined, `${API}players?userIds=${userId}`);
  return (await dataOf<Player[]>(found))[0]?.stats ?? {};
};
const win = (userId: string, change: object = {}) => ({ userId, outcome: 'won', attempts: 2, playTime: 99, ...change });
const attempt = (levelId: string, body: object, once?: string) =>
  send('POST', `levels/${levelId}/attempts`, body, once);

describe('a level', () => {
  test('is published into the Marketing Department, with what the game wrote beside it', async () => {
    const levelId = await publish();
    expect(levelId).toMatch(/^[a-z0-9]{7}$/);
    expect(await readLevel(levelId)).toMatchObject({
      levelId,
      userId: CREATOR,
      title: NEW.title,
      tags: NEW.tags,
      marketing: true,
      tower: false,
      content: NEW.content,
      cv: 1_020_004,
      stats: { ExposureBucks: FIRST_BUCKS, Diamonds: 6, Attempts: 0 },
    });
    const data = `/api/storage/crates/levelhead/items?names=level-data:${levelId}&download=true`;
    expect(await (await site.ask(undefined, data)).text()).toBe('Hello world');
  });

  test('is published once, however often that is sent', async () => {
    const before = (await readStats(CREATOR)).Published ?? 0;
    const all = await Promise.all(Array.from({ length: 20 }, () => send('POST', 'levels', NEW, 'publish-1')));
    const done = all.filter(({ status }) => status === 201);
    expect(all.every(({ status }) => status === 201 || status === 409)).toBe(true);
    const ids = new Set(await Promise.all(done.map(async (one) => (await dataOf<{ levelId: string }>(one)).levelId)));
    expect([ids.size, (await readStats(CREATOR)).Published]).toEqual([1, before + 1]);
    expect((await send('POST', 'levels', { ...NEW, title: 'Another' }, 'publish-1')).status).toBe(422);
  });

  test('is changed, taken off the lists and deleted by who made it', async () => {
    const levelId = await publish();
    const change = { userId: CREATOR, title: 'Springs', tags: ['ltag_shop'], unlisted: true };
    expect((await send('PATCH', `levels/${levelId}`, change)).status).toBe(204);
    expect(
      (await send('PATCH', `levels/${levelId}`, { userId: CREATOR, content: NEW.content, data: 'SGk=' })).status,
    ).toBe(204);
    expect(await readLevel(levelId)).toMatchObject({ title: 'Springs', tags: ['ltag_shop'], unlisted: true });
    const other = CAST.player.userId;
    expect((await send('PATCH', `levels/${levelId}`, { userId: other, title: 'Mine' })).status).toBe(403);
    expect((await send('DELETE', `levels/${levelId}?userId=${other}`)).status).toBe(403);
    expect((await send('DELETE', `levels/${levelId}?userId=${CREATOR}`)).status).toBe(204);
    expect((await send('DELETE', `levels/${levelId}?userId=${CREATOR}`)).status).toBe(404);
    expect(await readLevel(levelId)).toBeUndefined();
  });

  test.each<[what: string, change: object]>([
    ['no title', { title: ' ' }],
    ['a title that cannot be seen', { title: 'a\u202eb' }],
    ['four tags', { tags: ['ltag_boss', 'ltag_shop', 'ltag_troll', 'ltag_traps'] }],
    ['a tag that is none', { tags: ['tower'] }],
    ['five players', { requiredPlayers: 5 }],
    ['data that is no base64', { data: 'Hello!!!' }],
    ['figures beyond 100', { content: { ...NEW.content, World: 101 } }],
    ['a version that is none', { gameVersion: '1.2' }],
  ])('with %s is refused', async (_, change) => {
    expect((await send('POST', 'levels', { ...NEW, ...change })).status).toBe(400);
  });
});

describe('attempts', () => {
  test('of a hundred at once leave the best, the earliest of equal ones, and figures that add up', async () => {
    const levelId = await publish();
    const times = PLAYERS.map((_, at) => 20 + ((at * 37) % 50) / 2);
    const all = await Promise.all(
      PLAYERS.map((userId, at) => attempt(levelId, win(userId, { time: times[at], score: 100 + (at % 10) }))),
    );
    expect(all.map(({ status }) => status)).toEqual(PLAYERS.map(() => 200));
    const { stats = {}, records = {} } = (await readLevel(levelId)) ?? {};
    const itemId = (await findLevelItems(current(), [levelId])).get(levelId) ?? '';
    expect(stats).toMatchObject({ Attempts: 200, Successes: 100, Players: 100, PlayTime: 9900, ClearRate: 0.5 });
    const [best] = await site.parts.db.query<{ user_id: string; value: number }>(sql`
      select user_id, value from item_records where crate_id = 'levelhead' and item_id = ${itemId}::uuid
        and name = 'FastestTime' order by value, created_at, user_id limit 1`);
    expect(records.FastestTime?.[0]).toMatchObject({ userId: best?.user_id, value: Math.min(...times) });
    const chain = await findBestRecords(current(), itemId, 'FastestTime');
    expect(chain[0]).toMatchObject({ userId: best?.user_id, value: best?.value, until: null });
    expect((await readStats(best?.user_id ?? '')).Shoes).toBe(1);
    const shoes = await Promise.all(PLAYERS.map(async (userId) => (await readStats(userId)).Shoes ?? 0));
    expect(shoes.reduce((sum, one) => sum + one, 0)).toBe(1);
    const [today] = await findDays(current(), 'level', levelId, 1);
    expect(today).toMatchObject({ plays: 200, wins: 100, players: 100, seconds: 9900 });
  });

  test('leave the figures that a plain sum of them has', async () => {
    const Sitting = fc.record({
      by: fc.integer({ min: 0, max: 3 }),
      attempts: fc.integer({ min: 1, max: 9 }),
      isWon: fc.boolean(),
      time: fc.integer({ min: 1, max: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(Sitting, { minLength: 1, maxLength: 6 }), async (sittings) => {
        const levelId = await publish({ userId: '6h97ml' });
        const sent = sittings.map(({ by, attempts, isWon, time }) => {
          const played = { userId: PLAYERS[by], attempts, playTime: 50 * attempts };
          return isWon ? { ...played, outcome: 'won', time } : { ...played, outcome: 'lost' };
        });
        for (const { status } of await Promise.all(sent.map((body) => attempt(levelId, body))))
          expect(status).toBe(200);
        const sum = (of: (one: (typeof sittings)[0]) => number) => sittings.reduce((all, one) => all + of(one), 0);
        const stats = {
          Attempts: sum(({ attempts }) => attempts),
          Successes: sum(({ isWon }) => Number(isWon)),
          PlayTime: sum(({ attempts }) => 50 * attempts),
          Players: new Set(sittings.map(({ by }) => by)).size,
        };
        const level = await readLevel(levelId);
        expect(level?.stats).toMatchObject({ ...stats, ...computeFigures(stats, 0) });
        const won = sittings.filter(({ isWon }) => isWon).map(({ time }) => time);
        expect(level?.records?.FastestTime?.[0]?.value).toBe(won.length === 0 ? undefined : Math.min(...won));
      }),
      { numRuns: 6 },
    );
  });

  test('give the crown to whoever has the best score, and the earlier one keeps it', async () => {
    const levelId = await publish();
    const [first = '', second = ''] = PLAYERS;
    const crowns = async () => [(await readStats(first)).Crowns ?? 0, (await readStats(second)).Crowns ?? 0];
    const [a = 0, b = 0] = await crowns();
    await attempt(levelId, win(first, { score: 500 }));
    await attempt(levelId, win(second, { score: 500 }));
    expect(await crowns()).toEqual([a + 1, b]);
    const result = await dataOf<AttemptResult>(await attempt(levelId, win(second, { score: 501 })));
    expect(result).toEqual({
      isFirstWin: false,
      records: { HighScore: { userId: second, value: 501 } },
      holds: ['HighScore'],
    });
    expect(await crowns()).toEqual([a, b + 1]);
  });

  test('tell whoever loses a record, each loss once, and nobody who beats their own', async () => {
    const levelId = await publish();
    const [stranger = ''] = PLAYERS;
    const { userId } = CAST.player;
    await attempt(levelId, win(userId, { time: 50 }));
    await attempt(levelId, win(userId, { time: 49 }));
    await attempt(levelId, win(stranger, { time: 48 }), 'beaten-once');
    await attempt(levelId, win(stranger, { time: 48 }), 'beaten-once');
    await attempt(levelId, win(stranger, { time: 47 }));
    const events = await site.parts.db.query<{ user_ids: string[]; details: object }>(sql`
      select user_ids, details from notification_events where kind = 'levelhead.recordBeaten'
        and details ->> 'levelId' = ${levelId}`);
    expect(events).toEqual([{ user_ids: [userId], details: { levelId, name: 'FastestTime', userId: stranger } }]);
    await setAlias(current(), 'levelhead', stranger, 'Quick Fox');
    await runJobs(site);
    const html = await (await site.ask('player', '/notifications')).text();
    expect(html).toContain(`Quick Fox beat your fastest time in ${NEW.title}`);
  });

  test('count once, however often they are sent', async () => {
    const levelId = await publish();
    const body = win(PLAYERS[5] ?? '', { time: 30 });
    await Promise.all(Array.from({ length: 20 }, () => attempt(levelId, body, `attempt-${levelId}`)));
    expect((await attempt(levelId, body, `attempt-${levelId}`)).headers.get('idempotency-replayed')).toBe('true');
    expect((await readLevel(levelId))?.stats).toMatchObject({
      Attempts: 2,
      ...computeRates({ attempts: 2, successes: 1, playTime: 99 }),
    });
  });

  test.each<[what: string, body: object]>([
    ['faster than anybody can be', win('p00001', { time: 0.1 })],
    ['that took longer than all of them', win('p00001', { time: 200 })],
    ['with a score beyond the counter', win('p00001', { score: 1e9 })],
    ['with half a point', win('p00001', { score: 0.5 })],
    ['that were lost, with a time', { ...win('p00001', { time: 9 }), outcome: 'lost' }],
    ['in no time at all', win('p00001', { playTime: 0 })],
    ['none at all', win('p00001', { attempts: 0 })],
    ['at their own level', win(CREATOR)],
  ])('%s are refused', async (_, body) => {
    const levelId = await publish();
    expect((await attempt(levelId, body)).status).toBe(400);
    expect((await readLevel(levelId))?.stats).toMatchObject({ Attempts: 0 });
  });

  test('end for a day where nobody can have played more', async () => {
    const levelId = await publish();
    const [, , , , , , userId = ''] = PLAYERS;
    await site.parts.db.query(sql`
      insert into levelhead_daily (crate_id, kind, subject_id, day, played)
      values ('levelhead', 'player', ${userId}, ${toDay(new Date())}::date, ${DAILY_LIMITS.played - 1})
      on conflict (crate_id, kind, subject_id, day) do update set played = excluded.played`);
    const refused = await attempt(levelId, win(userId));
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await readLevel(levelId))?.stats).toMatchObject({ Attempts: 0, Players: 0 });
  });
});

describe('bucks', () => {
  test('that are tipped reach the creator, and expose the level', async () => {
    const levelId = await publish({ userId: 'vfhy42' });
    const [, , , , , , , giver = ''] = PLAYERS;
    const before = (await readStats('vfhy42')).TipsGotten ?? 0;
    const tip = () => send('POST', `levels/${levelId}/tips`, { userId: giver, bucks: 40 }, `tip-${levelId}`);
    await Promise.all(Array.from({ length: 20 }, tip));
    expect(await dataOf(await tip())).toEqual({ exposureBucks: FIRST_BUCKS + 40 });
    expect((await readStats('vfhy42')).TipsGotten).toBe(before + 40);
    expect(await readStats(giver)).toMatchObject({ BucksTipped: 40, TippedPerDay: 40 });
    const tips = await current().db.query(sql`
      select user_id, bucks from levelhead_tips where creator_user_id = 'vfhy42' and level_id = ${levelId}`);
    expect(tips).toEqual([{ user_id: giver, bucks: 40 }]);
  });

  test('have a limit for each day, also when many are given at once', async () => {
    const levelId = await publish({ userId: 'vfhy42' });
    const [, , , , , , , , giver = ''] = PLAYERS;
    const all = await Promise.all(
      Array.from({ length: 8 }, () => send('POST', `levels/${levelId}/tips`, { userId: giver, bucks: 1000 })),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(all.filter(({ status }) => status === 429)).toHaveLength(3);
    expect((await readStats(giver)).BucksTipped).toBe(DAILY_LIMITS.tipped);
  });

  test('are neither tipped to oneself nor spent on what is no longer in Marketing', async () => {
    const levelId = await publish();
    expect((await send('POST', `levels/${levelId}/tips`, { userId: CREATOR, bucks: 5 })).status).toBe(400);
    const spent = await send('POST', `levels/${levelId}/exposures`, { userId: CREATOR, bucks: 500 });
    expect(await dataOf(spent)).toEqual({ exposureBucks: FIRST_BUCKS + 500 });
    expect((await send('POST', 'levels/0hds26q/exposures', { userId: CREATOR, bucks: 500 })).status).toBe(409);
    for (const bucks of [0, -1, 1.5, 5001])
      expect((await send('POST', `levels/${levelId}/exposures`, { userId: CREATOR, bucks })).status).toBe(400);
  });
});

test('a follower counts for the day, once, and no longer when they leave', async () => {
  const today = async () => (await findDays(current(), 'player', 'vfhy42', 1))[0]?.subscribers ?? 0;
  const before = await today();
  const change = (method: string) => site.ask('player', `${API}following/vfhy42`, { method });
  await change('DELETE');
  const without = await today();
  for (const method of ['PUT', 'PUT']) expect((await change(method)).status).toBe(204);
  expect(await today()).toBe(without + 1);
  await change('DELETE');
  expect([await today(), before - without <= 1]).toEqual([without, true]);
});

const noted = () =>
  site.parts.db.query(sql`
    select user_id as by, target, after from audit where action = 'level.play' order by audit_id`);

describe('who may', () => {
  test('are allowed to a game’s server with the right for it, in this crate', async () => {
    const levelId = await publish();
    const body = win('p00002');
    const path = `levels/${levelId}/attempts`;
    for (const scope of [
      { crateId: 'posts', may: ['write', 'stats', 'records'] as const },
      { crateId: 'levelhead', may: ['read', 'write', 'stats'] as const },
    ]) {
      const other = await keyWith({ ...scope, may: [...scope.may] });
      expect(await refusalOf(await send('POST', path, body, undefined, other))).toEqual(LACKS);
    }
    const records = await keyWith({ crateId: '*', may: ['records'] });
    expect((await send('POST', path, body, undefined, records)).status).toBe(200);
    expect(await refusalOf(await send('POST', 'levels', NEW, undefined, records))).toEqual(LACKS);
    const { key: tool } = await createKey(site, 'player', ['rumpus-stats-write', 'rumpus-items-write']);
    expect(await refusalOf(await askByKey(site, tool, API + path, { method: 'POST', body }))).toEqual(LACKS);
  });

  test('are in the audit where staff make them for a player, and in the history alone where a game’s server does', async () => {
    const before = await noted();
    const [userId = ''] = PLAYERS;
    const levelId = await publish();
    await attempt(levelId, win(userId));
    expect(await noted()).toEqual(before);
    const as = (method: string, path: string, body?: object) =>
      site.ask('staff', API + path, { method, ...(body !== undefined && { body }) });
    const made = await dataOf<{ levelId: string }>(await as('POST', 'levels', NEW));
    const path = `levels/${made.levelId}`;
    for (const [method, end, body] of [
      ['PATCH', '', { userId: CREATOR, title: 'By staff' }],
      ['POST', '/attempts', win(userId)],
      ['POST', '/tips', { userId, bucks: 1 }],
      ['POST', '/exposures', { userId: CREATOR, bucks: 1 }],
      ['DELETE', `?userId=${CREATOR}`, undefined],
    ] as const)
      expect([end, (await as(method, path + end, body)).status < 300]).toEqual([end, true]);
    const { levelId: own } = made;
    expect((await noted()).slice(before.length)).toEqual(
      [
        { userId: CREATOR, deed: 'publish' },
        { userId: CREATOR, deed: 'change' },
        { userId, deed: 'attempt' },
        { userId, deed: 'tip' },
        { userId: CREATOR, deed: 'exposure' },
        { userId: CREATOR, deed: 'delete' },
      ].map(({ userId, deed }) => ({
        by: CAST.staff.userId,
        target: `account/${userId}`,
        after: { deed, levelId: own },
      })),
    );
  });

  test('are refused for players who are banned or unknown', async () => {
    const levelId = await publish();
    const userId = PLAYERS[99] ?? '';
    await site.parts.db.query(sql`update accounts set banned_at = now() where user_id = ${userId}`);
    expect((await attempt(levelId, win(userId))).status).toBe(403);
    expect((await attempt(levelId, win('n0body'))).status).toBe(404);
    expect((await attempt('n0thing', win('p00003'))).status).toBe(404);
    await site.parts.db.query(sql`update accounts set banned_at = now()
      where user_id = (select user_id from levelhead_levels where level_id = ${levelId})`);
    expect((await attempt(levelId, win('p00003'))).status).toBe(404);
  });
});
