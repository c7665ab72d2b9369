import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { seedSmallWorld } from '#test/levelhead.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf } from '#test/storage.ts';

import { CRATE } from '../level.ts';
import type { World } from '../world/world.ts';
import { sweepSearches } from './saved-searches.server.ts';
import { notifyOfFoundLevels } from './search-alerts.server.ts';

const site = useTestSite();
const TOWER = '/games/levelhead/tower';
let world: World;
beforeAll(async () => void (world = await seedSmallWorld(site)));
beforeEach(() => site.parts.db.query(sql`delete from levelhead_searches`));

const send = (who: CastName | undefined, fields: Record<string, string>, path = TOWER) =>
  site.submit(who, path, fields);
const keep = (name: string, fields: Record<string, string> = {}, who: CastName = 'player') =>
  send(who, { intent: 'hall.saveSearch', hall: 'tower', name, q: 'tag:boss', sort: 'createdAt', ...fields });
const ban = (userId = '', at: Date | null) =>
  site.parts.db.query(sql`update accounts set banned_at = ${at} where user_id = ${userId}`);
const page = async (who: CastName = 'player') => (await site.ask(who, `${TOWER}?q=`)).text();
const feedOf = async (who: CastName = 'player') =>
  /\/games\/levelhead\/searches\/[\w.-]+\/atom\.xml/.exec(await page(who))?.[0] ?? '';

describe('a search that a player keeps', () => {
  test('is seen, opened, renamed and deleted by that player alone, and comes back', async () => {
    expect((await keep('Bosses <b>')).status).toBe(200);
    expect(await page()).toContain('Bosses &lt;b&gt;');
    expect(await page('creator')).not.toContain('Bosses');
    expect(await (await site.ask(undefined, TOWER)).text()).not.toContain('Bosses');
    const opened = await send('player', { intent: 'hall.openSearch', slot: '0', locale: 'ja-JP' });
    expect([opened.status, opened.headers.get('location')]).toEqual([
      303,
      `/ja-JP${TOWER}?q=tag%3Aboss&sort=createdAt`,
    ]);
    for (const intent of ['openSearch', 'renameSearch', 'deleteSearch', 'restoreSearch', 'renewFeed'])
      expect((await send('creator', { intent: `hall.${intent}`, slot: '0', name: 'Mine' })).status).toBe(404);
    await send('player', { intent: 'hall.renameSearch', slot: '0', name: 'Meanies' });
    expect(await page()).toContain('Meanies');
    const deleted = await (await send('player', { intent: 'hall.deleteSearch', slot: '0' })).text();
    expect(deleted).toContain('hall.restoreSearch');
    expect((await send('player', { intent: 'hall.openSearch', slot: '0' })).status).toBe(404);
    await send('player', { intent: 'hall.restoreSearch', slot: '0' });
    expect(await page()).toContain('Meanies');
  });

  test.each(['', '   ', 'a'.repeat(61)])('has a name, and not %j', async (name) => {
    const answer = await keep(name);
    expect([answer.status, (await answer.text()).includes('1 to 60 characters')]).toEqual([400, true]);
  });

  test('is nobody’s without a sign-in', async () => {
    for (const intent of ['hall.saveSearch', 'hall.chooseDefault', 'hall.dropDefault'])
      expect((await send(undefined, { intent, hall: 'tower', name: 'A', slot: '0' })).status).toBe(401);
    for (const fields of [{ slot: 'x' }, { slot: '99' }, { slot: '-1' }])
      expect((await send('player', { intent: 'hall.deleteSearch', ...fields })).status).toBe(404);
    expect((await keep('A', { hall: 'attic' })).status).toBe(404);
  });

  test('is one of fifty, and a deleted one makes room', async () => {
    await site.parts.db
      .query(sql`insert into levelhead_searches (user_id, slot, hall, name, query, feed_id, created_at, seen_at)
      select ${CAST.player.userId}, slot, 'marketing', 'old', 'q=', gen_random_uuid(), now(), now()
      from generate_series(0, 45) slot`);
    await Promise.all(['a', 'b', 'c', 'd'].map((name) => keep(name)));
    const count = async () => site.parts.db.query(sql`select 1 from levelhead_searches where deleted_at is null`);
    expect(await count()).toHaveLength(50);
    expect((await keep('one too many')).status).toBe(409);
    await send('player', { intent: 'hall.deleteSearch', slot: '7' });
    expect((await keep('just fits')).status).toBe(200);
    expect(await count()).toHaveLength(50);
  });

  test('is gone a day after it was deleted', async () => {
    await keep('old');
    await send('player', { intent: 'hall.deleteSearch', slot: '0' });
    const current = systemCurrent(site.parts);
    expect(await sweepSearches(current)).toBe(0);
    expect(await sweepSearches({ ...current, now: () => new Date(Date.now() + 90_000_000) })).toBe(1);
  });

  test('is what its hall shows first, until another one is or none', async () => {
    await keep('first');
    await keep('second', { q: 'diamonds:3' });
    const start = async (who: CastName = 'player') => (await site.ask(who, TOWER)).headers.get('location');
    const choose = (slot: string) => send('player', { intent: 'hall.chooseDefault', hall: 'tower', slot });
    expect(await start()).toBeNull();
    await choose('0');
    expect(await start()).toBe(`${TOWER}?q=tag%3Aboss&sort=createdAt`);
    expect(await start('creator')).toBeNull();
    await keep('theirs', { q: 'author:me' }, 'creator');
    await send('creator', { intent: 'hall.chooseDefault', hall: 'tower', slot: '0' });
    await choose('1');
    expect([await start(), await start('creator')]).toEqual([
      `${TOWER}?q=diamonds%3A3&sort=createdAt`,
      `${TOWER}?q=author%3Ame&sort=createdAt`,
    ]);
    expect((await site.ask('player', `${TOWER}?q=`)).status).toBe(200);
    expect((await site.ask('player', '/games/levelhead/marketing')).status).toBe(200);
    await send('player', { intent: 'hall.dropDefault', hall: 'tower' });
    expect(await start()).toBeNull();
  });

  test('counts the levels that are new since the last visit', async () => {
    await keep('all', { q: '' });
    expect(await page()).not.toContain('1 new level');
    const isHidden = (state: string) => state === 'unlisted' || state === 'beta';
    const level = world.levels.find(({ states }) => states.includes('tower') && !states.some(isHidden));
    const date = (at: Date) =>
      site.parts.db.query(sql`update levelhead_levels set listed_at = ${at}::timestamptz
        where level_id = ${level?.levelId ?? ''}`);
    await date(new Date(Date.now() + 60_000));
    expect(await page()).toContain('1 new level');
    await ban(level?.userId, new Date());
    expect(await page()).not.toContain('1 new level');
    await ban(level?.userId, null);
    site.clock.now = new Date(Date.now() + 120_000);
    await send('player', { intent: 'hall.openSearch', slot: '0' });
    site.clock.now = new Date();
    expect(await page()).not.toContain('1 new level');
    await date(level?.createdAt ?? new Date());
  });

  test('counts an old level as new from when its hall shows it, and not when it only changes', async () => {
    await keep('all', { q: '' });
    const level = world.levels.find(
      ({ states }) => states.includes('tower') && !states.some((state) => state === 'unlisted' || state === 'beta'),
    );
    const write = (change: string, minutes: number) =>
      site.parts.db.query(sql`update items set tags = case ${change} when 'unlist' then array_append(tags, 'unlisted')
          when 'list' then array_remove(tags, 'unlisted') else tags end,
        updated_at = ${new Date(Date.now() + minutes * 60_000)}
        where crate_id = ${CRATE} and name = ${level?.levelId ?? ''}`);
    await write('touch', 1);
    expect(await page()).not.toContain('1 new level');
    await write('unlist', 2);
    expect(await page()).not.toContain('1 new level');
    await write('list', 3);
    expect(await page()).toContain('1 new level');
    await site.parts.db.query(sql`update levelhead_levels set listed_at = created_at`);
  });
});

describe('the feed of a search', () => {
  test('has its newest levels for whoever has the address, and answers 304 while nothing changes', async () => {
    await keep('Feed & more', { q: '' });
    const path = await feedOf();
    const feed = await site.ask(undefined, path);
    const xml = await feed.text();
    expect([feed.status, feed.headers.get('content-type')]).toEqual([200, 'application/atom+xml; charset=utf-8']);
    expect(xml).toContain('<title>Feed &amp; more</title>');
    const dates = [...xml.matchAll(/<published>([^<]+)</g)].map(([, date]) => date ?? '');
    expect([dates.length > 5, dates]).toEqual([true, dates.toSorted().toReversed()]);
    const headers = { 'if-none-match': feed.headers.get('etag') ?? '' };
    expect((await site.ask(undefined, path, { headers })).status).toBe(304);
    const [first = ''] = /\/levels\/[a-z0-9]{7}/.exec(xml) ?? [];
    const items = `/api/storage/crates/${CRATE}/items`;
    const [item] = await dataOf<{ itemId: string }[]>(
      await site.ask('super', `${items}?names=${first.replace('/levels/', '')}`),
    );
    await site.ask('super', `${items}/${item?.itemId}`, { method: 'DELETE', headers: { 'if-match': '*' } });
    const after = await site.ask(undefined, path, { headers });
    expect([after.status, (await after.text()).includes(first)]).toEqual([200, false]);
  });

  test('of one’s own levels has those of its owner, as the hall has them and the count of new ones', async () => {
    const isShown = ({ states }: World['levels'][number]) =>
      states.includes('tower') && !states.some((state) => state === 'unlisted' || state === 'beta');
    const [own, other] = world.levels.filter(isShown);
    const make = (levelId: string | undefined, userId: string | undefined, listedAt: Date) =>
      site.parts.db
        .query(sql`update levelhead_levels set user_id = ${userId ?? ''}, listed_at = ${listedAt}::timestamptz
        where level_id = ${levelId ?? ''}`);
    await site.parts.db.query(sql`update levelhead_levels set user_id = 'nobody'
      where user_id = ${CAST.player.userId}`);
    await make(own?.levelId, CAST.player.userId, new Date(Date.now() + 60_000));
    await make(other?.levelId, 'nobody', new Date(Date.now() + 60_000));
    await keep('Mine', { q: 'author:me' });
    const levelsIn = (html: string) => new Set(html.match(/(?<=\/levels\/)[a-z0-9]{7}(?="|<)/g));
    const feed = await (await site.ask(undefined, await feedOf())).text();
    const hall = await (await site.ask('player', `${TOWER}?q=by%3A%40me`)).text();
    expect([levelsIn(feed), levelsIn(hall)]).toEqual([new Set([own?.levelId]), new Set([own?.levelId])]);
    expect(await page()).toContain('1 new level');
    expect(await (await site.ask(undefined, `${TOWER}?q=by%3Ame`)).text()).toContain('once you have signed in');
  });

  test('ends with its search, and with a new address', async () => {
    await keep('Secret');
    const path = await feedOf();
    const status = async (address = path) => (await site.ask(undefined, address)).status;
    expect(await status()).toBe(200);
    await send('player', { intent: 'hall.renewFeed', slot: '0' });
    const renewed = await feedOf();
    expect([await status(), await status(renewed), renewed === path]).toEqual([404, 200, false]);
    await send('player', { intent: 'hall.deleteSearch', slot: '0' });
    expect(await status(renewed)).toBe(404);
  });

  test.each(['x', 'x.y', '%00', 'cGw0eWVy.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'])(
    'is nowhere at %s',
    async (token) =>
      expect((await site.ask(undefined, `/games/levelhead/searches/${token}/atom.xml`)).status).toBe(404),
  );
});

describe('a search that its player follows', () => {
  const DAY = 86_400_000;
  const start = Date.parse(`${new Date(Date.now() + DAY).toISOString().slice(0, 10)}T06:30:00Z`);
  const subjectOf = async () => /name="subject" value="(levelhead\.search:[^"]+)"/.exec(await page())?.[1] ?? '';
  const put = (at: number, place: string) =>
    site.parts.db.query<{ level_id: string }>(sql`update levelhead_levels l set created_at = ${new Date(start + at)},
        tags = array_append(array_remove(tags, 'tower'), ${place})
      where level_id = (select level_id from levelhead_levels where place <> 'tower' and not tags && '{unlisted,beta}'
        order by level_id limit 1) returning level_id`);
  const look = async (days: number) => {
    site.clock.now = new Date(start + days * DAY);
    await notifyOfFoundLevels(systemCurrent(site.parts));
    await runJobs(site);
  };
  const subjects = async () => {
    const html = await (await site.ask('player', '/notifications')).text();
    return [...html.matchAll(/>((?:A new|New) level[^<>]*“Bosses &lt;b&gt;”[^<>]*)</g)].map(([, words]) => words);
  };
  beforeEach(async () => {
    site.clock.now = new Date(start - DAY / 2);
    await site.parts.db.query(sql`truncate follows, followers, follow_counts, notification_events,
      notification_deliveries, notifications`);
    const before = new Date(start - 10 * DAY);
    await site.parts.db.query(sql`update levelhead_levels
      set created_at = least(created_at, ${before}), listed_at = least(listed_at, ${before})`);
    await keep('Bosses <b>', { q: '' });
  });
  afterEach(() => void (site.clock.now = new Date()));

  test('tells of new levels once a day, the days as one, and of none twice', async () => {
    const subject = await subjectOf();
    await put(-DAY, 'tower');
    expect(await (await send('player', { intent: 'hall.followSearch', subject })).text()).toContain(
      'hall.unfollowSearch',
    );
    await put(-1, 'tower');
    await look(0);
    await look(0);
    expect(await subjects()).toEqual(['A new level in “Bosses &lt;b&gt;”']);
    await put(0, 'tower');
    await look(0.1);
    expect(await subjects()).toHaveLength(1);
    // Made long ago, and in the Tower only now.
    await put(-30 * DAY, 'tower');
    await look(1);
    expect(await subjects()).toEqual(['New levels in “Bosses &lt;b&gt;” on 2 days, 2 on the latest']);
    await look(2);
    expect(await subjects()).toEqual(['New levels in “Bosses &lt;b&gt;” on 2 days, 2 on the latest']);
  });

  test('tells of an old level that its hall shows only since it was followed', async () => {
    await send('player', { intent: 'hall.followSearch', subject: await subjectOf() });
    const [level] = await put(-30 * DAY, 'tower');
    await site.parts.db.query(sql`update levelhead_levels set listed_at = ${new Date(start - 1)}
      where level_id = ${level?.level_id ?? ''}`);
    for (const day of [0, 1]) {
      await look(day);
      expect(await subjects()).toEqual(['A new level in “Bosses &lt;b&gt;”']);
    }
  });

  test('tells of one’s own levels alone where it looks for these', async () => {
    await site.parts.db.query(sql`delete from levelhead_searches`);
    await keep('Bosses <b>', { q: 'by:@me' });
    await send('player', { intent: 'hall.followSearch', subject: await subjectOf() });
    const [theirs] = await put(-1, 'tower');
    const [own] = await put(-1, 'tower');
    const make = (levelId: string | undefined, userId: string) =>
      site.parts.db.query(sql`update levelhead_levels set user_id = ${userId} where level_id = ${levelId ?? ''}`);
    for (const level of [theirs, own]) await make(level?.level_id, CAST.creator.userId);
    await look(0);
    const before = await subjects();
    await make(own?.level_id, CAST.player.userId);
    await look(1);
    expect([before, await subjects()]).toEqual([[], ['A new level in “Bosses &lt;b&gt;”']]);
  });

  test('leaves out what is gone by the time it is read, and tells nothing of a search that is gone', async () => {
    const subject = await subjectOf();
    await send('player', { intent: 'hall.followSearch', subject });
    const [level] = await put(-1, 'tower');
    await look(0);
    await site.parts.db.query(sql`update levelhead_levels set tags = array_append(tags, 'unlisted')
      where level_id = ${level?.level_id ?? ''}`);
    expect(await subjects()).toEqual([]);
    await site.parts.db.query(sql`update levelhead_levels set tags = array_remove(tags, 'unlisted')`);
    const { userId } = world.levels.find(({ levelId }) => levelId === level?.level_id) ?? {};
    await ban(userId, new Date());
    expect(await subjects()).toEqual([]);
    await ban(userId, null);
    expect(await subjects()).toHaveLength(1);
    await send('player', { intent: 'hall.deleteSearch', slot: '0' });
    expect(await subjects()).toEqual([]);
    site.advanceClock(2 * DAY);
    await sweepSearches(systemCurrent(site.parts));
    expect(await site.parts.db.query(sql`select subject from follows union select subject from followers`)).toEqual([]);
  });

  test('is followed by nobody else, and no longer once its player has said so', async () => {
    const subject = await subjectOf();
    expect((await send('creator', { intent: 'hall.followSearch', subject })).status).toBe(404);
    const path = `/api/following/${encodeURIComponent(subject)}`;
    expect((await site.ask('creator', path, { method: 'PUT' })).status).toBe(404);
    expect((await site.ask('player', path, { method: 'PUT' })).status).toBe(204);
    expect(await page()).toContain('You hear about new levels');
    expect(await (await site.ask('player', '/alerts')).text()).toContain('Bosses &lt;b&gt;');
    await send('player', { intent: 'hall.unfollowSearch', subject });
    await put(-1, 'tower');
    await look(0);
    expect(await subjects()).toEqual([]);
  });
});
