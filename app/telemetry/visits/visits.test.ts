import { beforeEach, describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { telemetrySender } from '#test/telemetry.ts';
import { openTestApp } from '#test/test-app.ts';

import { rollUp } from '../roll-ups.server.ts';
import { addSpamSource, removeSpamSource } from './spam-sources.server.ts';
import { countPageViews, findVisits } from './visits.server.ts';
import { DIMENSIONS, readVisitsQuery } from './visits.ts';
import type { Dimension, VisitsQuery } from './visits.ts';

const site = useTestSite();
const { view, sendViews } = telemetrySender(site);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1';
const BOT = { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' };

/** Each test has months of its own, all of it in one of them. */
beforeEach(async () => {
  const next = new Date(site.parts.now().getTime() + 100 * DAY_MS);
  site.clock.now = new Date(`${next.toISOString().slice(0, 7)}-10T08:00:00Z`);
  await site.parts.db.query(
    sql`truncate telemetry_page_views, telemetry_days, telemetry_visit_sums, telemetry_page_view_days, telemetry_event_ids`,
  );
});

const current = () => systemCurrent(site.parts);
const day = (later = 0) => new Date(site.clock.now.getTime() + later * DAY_MS).toISOString().slice(0, 10);

async function look(url: string, from: Parameters<typeof sendViews>[1] = {}, more: object = {}): Promise<void> {
  expect((await sendViews([view(url, more)], from)).status).toBe(202);
}

function figuresOf(address: string, dimensions: readonly Dimension[] = DIMENSIONS, most = 10) {
  return findVisits(current(), readVisitsQuery(new URLSearchParams(address), day()), dimensions, most);
}

async function listOf(dimension: Dimension, address = 'period=day') {
  const { lists } = await figuresOf(address);
  return (lists[dimension] ?? []).map(({ value, visits }) => [value, visits]);
}

/** Everything that is kept for good of a span. */
const sumsOf = (span: 'day' | 'month') =>
  site.parts.db.query(sql`select bot, dimension, value, sum(views)::int as views, sum(visitors)::int as visitors,
      sum(visits)::int as visits, sum(bounces)::int as bounces, sum(seconds)::int as seconds
    from telemetry_visit_sums where span = ${span} group by 1, 2, 3 order by 1, 2, 3`);

describe('a visit', () => {
  test('ends after half an hour without a page, and has an entry, an exit and a time', async () => {
    await look('/games', {}, { referer: 'https://search.example/find?q=x' });
    site.advanceClock(10 * MINUTE_MS);
    await look('/games/levelhead', {}, { referer: 'http://localhost:8080/games' });
    site.advanceClock(30 * MINUTE_MS - 1);
    await look('/post/one');
    site.advanceClock(30 * MINUTE_MS);
    await look('/podcast');
    await rollUp(current());
    const { sums } = await figuresOf('period=day');
    expect(sums).toEqual({ views: 4, visitors: 1, visits: 2, bounces: 1, seconds: 2400 });
    expect(await listOf('entry')).toEqual([
      ['/games', 1],
      ['/podcast', 1],
    ]);
    expect(await listOf('exit')).toEqual([
      ['/podcast', 1],
      ['/post/one', 1],
    ]);
    expect(await listOf('source')).toEqual([
      ['', 1],
      ['search.example', 1],
    ]);
  });

  test('goes by the order in which pages were opened, not in which they arrived', async () => {
    const at = (minutes: number) => ({
      '@time': new Date(site.clock.now.getTime() + minutes * MINUTE_MS).toISOString(),
    });
    const [first, second] = [at(-9), at(-3)];
    await sendViews([view('/second', second), view('/first', first)]);
    await rollUp(current());
    expect([await listOf('entry'), await listOf('exit')]).toEqual([[['/first', 1]], [['/second', 1]]]);
  });

  test('counts a page once that is opened twice in it, and its views twice', async () => {
    for (const url of ['/a', '/b', '/a']) await look(url);
    await rollUp(current());
    const { lists } = await figuresOf('period=day');
    expect(lists.path).toMatchObject([
      { value: '/a', visits: 1, views: 2, visitors: 1 },
      { value: '/b', visits: 1, views: 1, visitors: 1 },
    ]);
  });

  test('tells its campaign, language and kind of device, and nothing that the browser said to the letter', async () => {
    await look('/de-DE/games?utm_source=mail&utm_medium=newsletter&utm_campaign=autumn&x=y', {
      headers: { 'user-agent': PHONE },
    });
    await look('/games', { address: '203.0.113.7' });
    await rollUp(current());
    expect(await listOf('campaign')).toEqual([
      ['', 1],
      ['mail / newsletter / autumn', 1],
    ]);
    expect(await listOf('locale')).toEqual([
      ['de-DE', 1],
      ['en-US', 1],
    ]);
    expect([await listOf('device'), await listOf('browser'), await listOf('system')]).toEqual([
      [
        ['desktop', 1],
        ['mobile', 1],
      ],
      [
        ['Firefox', 1],
        ['Safari', 1],
      ],
      [
        ['Linux', 1],
        ['iOS', 1],
      ],
    ]);
  });

  test('has a country only by the header that is set up for that', async () => {
    const door = openTestApp(site, { COUNTRY_HEADER: 'x-country' });
    const told = ['DE', 'XX', 'de', '<script>', ''];
    for (const [at, country] of told.entries())
      await look('/', { door, headers: { 'x-country': country }, address: `203.0.113.${at}` });
    await look('/', { headers: { 'x-country': 'FR' }, address: '203.0.113.99' });
    await rollUp(current());
    expect(await listOf('country')).toEqual([
      ['', 5],
      ['DE', 1],
    ]);
  });

  test('of a bot is never among those of people', async () => {
    await look('/games');
    await look('/games', { headers: BOT });
    await look('/robots', { headers: BOT });
    await rollUp(current());
    expect((await figuresOf('period=day')).sums).toMatchObject({ views: 1, visitors: 1, visits: 1 });
    expect((await figuresOf('period=day&who=bots')).sums).toMatchObject({ views: 2, visitors: 1, visits: 1 });
    expect([await listOf('path'), await listOf('path', 'period=day&who=bots')]).toEqual([
      [['/games', 1]],
      [
        ['/games', 1],
        ['/robots', 1],
      ],
    ]);
  });
});

describe('referrer spam', () => {
  const from = (host: string, address: string) => look('/', { address }, { referer: `https://${host}/x` });

  test('counts as bots from when staff name its site, with what is below it, until they take it off', async () => {
    await from('seo.spam.example:81', '203.0.113.1');
    await addSpamSource(current(), 'spam.example');
    for (const [at, host] of ['spam.example', 'seo.spam.example:81', 'notspam.example', 'spam.example.org'].entries())
      await from(host, `203.0.113.${at + 2}`);
    await removeSpamSource(current(), 'spam.example');
    await from('spam.example', '203.0.113.9');
    await rollUp(current());
    expect(await listOf('source')).toEqual([
      ['notspam.example', 1],
      ['seo.spam.example:81', 1],
      ['spam.example', 1],
      ['spam.example.org', 1],
    ]);
    expect(await listOf('source', 'period=day&who=bots')).toEqual([
      ['seo.spam.example:81', 1],
      ['spam.example', 1],
    ]);
  });

  test('is named five hundred times at most, and once each', async () => {
    await site.parts.db.query(sql`insert into telemetry_spam_sources
      select 's' || n || '.example', now() from generate_series(1, 499) n`);
    const added = ['a.example', 'a.example', 'b.example'].map((host) => addSpamSource(current(), host));
    const results = await Promise.allSettled(added);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    await site.parts.db.query(sql`truncate telemetry_spam_sources`);
  });
});

describe('sums of visits', () => {
  test('are the same after a second run, also of two processes at once', async () => {
    for (const url of ['/a', '/b']) await look(url);
    await rollUp(current());
    const [days, months] = [await sumsOf('day'), await sumsOf('month')];
    const beside = await site.openBeside();
    const processes = [site, beside, site, beside];
    await Promise.all(processes.map(({ parts }) => rollUp(systemCurrent(parts))));
    await beside.close();
    expect([await sumsOf('day'), await sumsOf('month')]).toEqual([days, months]);
    expect(days.length).toBeGreaterThan(10);
  });

  test('of a month are those of its days', async () => {
    await look('/a');
    site.advanceClock(DAY_MS);
    for (const url of ['/a', '/b']) await look(url, { headers: url === '/b' ? BOT : {} });
    await rollUp(current());
    expect(await sumsOf('month')).toEqual(await sumsOf('day'));
    expect((await figuresOf(`since=${day(-9)}`)).sums).toMatchObject({ views: 2, visits: 2 });
  });

  test('take in rows that came after the day was final, and once', async () => {
    await look('/a');
    site.advanceClock(DAY_MS + 2 * 60 * MINUTE_MS);
    await rollUp(current());
    await site.parts.db.query(sql`insert into telemetry_page_views
        (id, received_at, at, url, referer, path, locale, referrer_host, visitor, bot)
      select gen_random_uuid(), received_at, at, '/late', '', '/late', locale, '', '\\x0000000000000001', false
      from telemetry_page_views`);
    for (let turn = 0; turn < 2; turn += 1) await rollUp(current());
    expect((await figuresOf(`since=${day(-1)}`)).sums).toMatchObject({ views: 2, visitors: 2, visits: 2 });
    const [final] = await site.parts.db.query(
      sql`select bool_and(final) as final, sum(views)::int as views from telemetry_days where day = ${day(-1)}::date`,
    );
    expect(final).toEqual({ final: true, views: 2 });
  });

  test('stay when the rows are gone', async () => {
    await look('/a');
    await rollUp(current());
    await site.parts.db.query(sql`truncate telemetry_page_views`);
    site.advanceClock(120 * DAY_MS);
    await rollUp(current());
    expect((await figuresOf('period=year')).sums).toMatchObject({ views: 1, visits: 1 });
  });

  test('have 500 values of a day at most, and the rest together', async () => {
    const urls = Array.from(
      { length: 510 },
      (_, at) => `/${'abcdefghij'[at % 10]}/${'abcdefghij'[Math.floor(at / 10) % 10]}${'klmnop'[Math.floor(at / 100)]}`,
    );
    for (let at = 0; at < urls.length; at += 50) await sendViews(urls.slice(at, at + 50).map((url) => view(url)));
    await look('/a/ak');
    await rollUp(current());
    const { lists, sums } = await figuresOf('period=day', ['path'], 1000);
    expect(lists.path).toHaveLength(501);
    expect(lists.path?.find(({ value }) => value === '*')).toMatchObject({ views: 10, visits: 10, visitors: 1 });
    expect(lists.path?.[0]).toMatchObject({ views: expect.any(Number) });
    expect(sums.views).toBe(511);
  });
});

describe('what is shown', () => {
  test('is by hours of one day, by days, or by months, each of them, held against the time before', async () => {
    await look('/a');
    site.advanceClock(2 * DAY_MS);
    await look('/a');
    site.advanceClock(60 * MINUTE_MS);
    await look('/a', { address: '203.0.113.7' });
    await rollUp(current());
    const today = await figuresOf('period=day');
    expect([today.unit, today.series.length, today.before?.visits]).toEqual(['hour', 24, 0]);
    expect(today.series.filter(({ visits }) => visits > 0).map(({ at }) => at.slice(11, 13))).toEqual(['08', '09']);
    const days = await figuresOf(`since=${day(-1)}`);
    expect([days.unit, days.series.map(({ visits, before }) => [visits, before?.visits])]).toEqual([
      'day',
      [
        [0, 0],
        [2, 1],
      ],
    ]);
    expect([days.sums.visits, days.before?.visits]).toEqual([2, 1]);
    expect(days.lists.path).toMatchObject([{ value: '/a', visits: 2, visitsBefore: 1 }]);
    const year = await figuresOf('period=year&compare=none');
    expect([year.unit, year.series.length, year.before, year.sums.visits]).toEqual(['month', 12, undefined, 3]);
    const earlier = await figuresOf(`since=${day(-2)}&until=${day(-2)}`);
    expect(earlier.sums.visits).toBe(1);
  });

  test('is held against the same days a year before', async () => {
    await look('/a');
    site.advanceClock(365 * DAY_MS);
    await look('/b');
    await rollUp(current());
    const { sums, before, lists } = await figuresOf('period=week&compare=year');
    expect([sums.visits, before?.visits]).toEqual([1, 1]);
    expect(lists.path?.map(({ value }) => value)).toEqual(['/b']);
  });

  test('is of one page, or of what is below it too, and of no page beside it', async () => {
    const from = { referer: 'https://search.example/' };
    for (const [at, url] of ['/games', '/games/levelhead', '/games-of-old', '/games.html', '/gamesx'].entries())
      await look(`/ja-JP${url}`, { address: `203.0.113.${at}` }, from);
    await rollUp(current());
    const alone = await figuresOf('path=/games');
    expect([alone.sums.views, alone.lists.entry?.length]).toEqual([1, 1]);
    expect(alone.lists.source).toMatchObject([{ value: 'search.example', views: 1 }]);
    expect(alone.lists.locale).toMatchObject([{ value: 'ja-JP', views: 1 }]);
    for (const path of ['/de-DE/games', 'http://localhost:8080/games?x=y#z', ' /games '])
      expect((await figuresOf(`path=${encodeURIComponent(path)}`)).sums.views).toBe(1);
    const below = await figuresOf('path=/games&below=true');
    expect(below.lists.path?.map(({ value }) => value)).toEqual(['/games', '/games/levelhead']);
    expect(below.sums.views).toBe(2);
    expect(below.lists.source).toMatchObject([{ value: 'search.example', views: 2 }]);
    const long = await figuresOf('path=/games&below=true&period=quarter');
    expect([long.lists.path?.length, long.lists.source]).toEqual([2, undefined]);
  });

  test('is told to staff beside what the page shows, of 30 days', async () => {
    const viewsOf = (path: string) => countPageViews(current(), path);
    await look('/games/levelhead');
    site.advanceClock(29 * DAY_MS);
    await look('/de-DE/games/levelhead');
    await rollUp(current());
    expect([await viewsOf('/games/levelhead'), await viewsOf('/games'), await viewsOf('http://[')]).toEqual([2, 0, 0]);
    site.advanceClock(DAY_MS);
    expect(await viewsOf('/games/levelhead')).toBe(1);
  });

  test.each([
    ['', { period: 'month', compare: 'before', isBot: false }],
    ['period=decade&compare=x&who=x&by=x', { period: 'month', compare: 'before', isBot: false, by: undefined }],
    ['since=2026-02-30', { period: 'month' }],
    ['since=2026-03-02&until=2026-03-01', { period: 'month' }],
    ['since=9999-01-01', { period: 'month' }],
    ['until=2026-03-30', { first: '2026-03-01', last: '2026-03-30', period: undefined }],
    ['since=2026-03-01&until=2099-01-01', { first: '2026-03-01', last: '2026-11-15', period: undefined }],
    ['since=2001-01-01', { first: '2016-11-15', last: '2026-11-15' }],
    ['period=year', { first: '2025-12-01', last: '2026-11-15' }],
    ['path=%2F&below=true', { path: '/', isBelow: false }],
    [`path=${'x'.repeat(2000)}`, { path: undefined }],
    ['path=http%3A%2F%2F%5B', { path: undefined }],
  ] satisfies [string, Partial<VisitsQuery>][])('for “%s” is %j', (address, query) => {
    expect(readVisitsQuery(new URLSearchParams(address), '2026-11-15')).toMatchObject(query);
  });

  test.each([undefined, 'player'] as const)('is for staff: not for %s', async (who: CastName | undefined) => {
    const { status } = await site.ask(who, '/admin/telemetry/visits.csv');
    expect([302, 401, 403, 404]).toContain(status);
  });
});
