import { describe, expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf, refusalOf } from '#test/storage.ts';
import { telemetrySender } from '#test/telemetry.ts';
import { openTestApp } from '#test/test-app.ts';

import { PATHS } from './limits.ts';
import type { StoredError, StoredPageView } from './telemetry.ts';

const site = useTestSite();
const { view, error, sendViews, sendErrors } = telemetrySender(site);
const ORIGIN = 'http://localhost:8080';
const viewsOf = async (url: string) =>
  (await dataOf<StoredPageView[]>(await site.ask('staff', `${PATHS.pageViews}?limit=128`))).filter(
    (row) => row.url === url,
  );

describe('page views', () => {
  test('are stored before the response, with a pseudonymous visitor', async () => {
    const time = site.parts.now().toISOString();
    const referer = 'https://search.example/find?q=bob';
    const response = await sendViews([view('/ja-JP/games/levelhead?utm_source=a&x=b', { referer, '@time': time })]);
    expect([response.status, await response.text()]).toEqual([202, '']);
    expect(response.headers.getSetCookie()).toEqual([]);
    const [row] = await viewsOf('/ja-JP/games/levelhead?utm_source=a');
    expect(row).toEqual({
      id: expect.any(String),
      '@time': time,
      receivedAt: expect.any(String),
      isBot: false,
      locale: 'ja-JP',
      url: '/ja-JP/games/levelhead?utm_source=a',
      referer: 'https://search.example/',
      referrerHost: 'search.example',
      visitor: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
  });

  test('have no referrer host between pages of this site', async () => {
    await sendViews([view('/from-ours', { referer: `${ORIGIN}/games#a` })], { headers: { 'accept-language': 'de' } });
    expect(await viewsOf('/from-ours')).toEqual([
      expect.objectContaining({ referer: '/games', referrerHost: '', locale: 'de-DE' }),
    ]);
  });

  test('of another site are refused with their index', async () => {
    const response = await sendViews([view('/fine'), view('https://other.example/')]);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ fields: { 'data.1.url': 'an address of this site' } });
    expect(await viewsOf('/fine')).toEqual([]);
  });

  test.each([
    [{ data: [] }, 'data'],
    [{ data: Array.from({ length: 51 }, () => ({ url: '/', '@time': '2026-01-01T00:00:00Z' })) }, 'data'],
    [{ data: [{ url: 7, '@time': '2026-01-01T00:00:00Z' }] }, 'data.0.url'],
    [{ data: [{ url: '/', '@time': 'soon' }] }, 'data.0.@time'],
    [{ data: [{ url: '/' }] }, 'data.0.@time'],
    [{ data: [{ url: '/', '@time': '2026-01-01T00:00:00Z', '@id': 'x' }] }, 'data.0.@id'],
    [{}, 'data'],
  ])('are refused with the field when they are malformed: %j', async (body, field) => {
    const response = await site.ask(undefined, PATHS.pageViews, { method: 'POST', body });
    expect(response.status).toBe(400);
    const { fields } = (await response.json()) as { fields: Record<string, string> };
    expect(Object.keys(fields)).toEqual([field]);
  });

  test('have the time of receipt when the clock is wrong', async () => {
    const times = ['1999-01-01T00:00:00Z', '9999-12-31T23:59:59Z', '0000-01-01T00:00:00Z'];
    await sendViews(times.map((time) => view('/wrong-clock', { '@time': time })));
    const rows = await viewsOf('/wrong-clock');
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(row['@time']).toBe(row.receivedAt);
  });

  test('are stored once for each id, in one request or in two', async () => {
    const twice = view('/twice', { '@id': crypto.randomUUID() });
    expect((await sendViews([twice, twice])).status).toBe(202);
    expect((await sendViews([twice, view('/twice', { '@id': crypto.randomUUID() })])).status).toBe(202);
    expect(await viewsOf('/twice')).toHaveLength(2);
  });

  test('compare ids without regard to case', async () => {
    const id = crypto.randomUUID();
    const ids = [id, id.toUpperCase()];
    expect((await sendViews(ids.map((one) => view('/capitals', { '@id': one })))).status).toBe(202);
    expect((await sendViews([view('/capitals', { '@id': id.toUpperCase() })])).status).toBe(202);
    expect(await viewsOf('/capitals')).toHaveLength(1);
  });

  test('may share an id with an error', async () => {
    const id = { '@id': crypto.randomUUID() };
    for (let turn = 0; turn < 2; turn += 1) {
      await sendViews([view('/both', id)]);
      await sendErrors([error('both', id)]);
    }
    expect(await viewsOf('/both')).toHaveLength(1);
    expect(await site.parts.db.query(sql`select from telemetry_errors where message = 'both'`)).toHaveLength(1);
  });

  test('are stored without encoded null characters', async () => {
    const views = [view('/null%00?utm_source=a%2500b', { referer: `${ORIGIN}/%00` })];
    expect((await sendViews(views)).status).toBe(202);
    expect((await sendErrors([error('null%00', { trace: 'a%2500', context: { 'a%00': '%00' } })])).status).toBe(202);
    expect(await viewsOf('/null%20?utm_source=a%20b')).toHaveLength(1);
  });

  test('share commits when they are concurrent, and none is lost', async () => {
    const urls = Array.from({ length: 300 }, (_, at) => `/together/${at}`);
    const door = openTestApp(site);
    const answers = await Promise.all(urls.map((url) => sendViews([view(url)], { door })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    const [row] = await site.parts.db.query(
      sql`select count(distinct url)::int as urls, count(distinct xmin::text)::int as commits
        from telemetry_page_views where url like '/together/%'`,
    );
    expect(row?.urls).toBe(300);
    expect(row?.commits).toBeLessThan(60);
  });

  test('of bots are marked as such', async () => {
    await sendViews([view('/bots')], { headers: { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' } });
    await sendViews([view('/bots')], { headers: { 'user-agent': '' } });
    await sendViews([view('/bots')]);
    expect((await viewsOf('/bots')).map(({ isBot }) => isBot)).toEqual([false, true, true]);
  });
});

describe('telemetry requests', () => {
  test('ignore sessions, also ended ones, and need no XSRF token', async () => {
    const door = openTestApp(site);
    const { cookie, token } = await door.signIn('player');
    await site.parts.sessions.end(token);
    const open = await door.signIn('player');
    for (const one of [cookie, open.cookie, 'session=%%%']) {
      const headers = { cookie: one, origin: ORIGIN, 'sec-fetch-site': 'same-origin' };
      expect((await sendViews([view('/anyone')], { door, headers })).status, one).toBe(202);
    }
    expect(new Set((await viewsOf('/anyone')).map(({ visitor }) => visitor)).size).toBe(1);
  });

  test.each<Record<string, string>>([{ dnt: '1' }, { 'sec-gpc': '1' }])(
    'store nothing with DNT or Sec-GPC: %j',
    async (headers) => {
      expect((await sendViews([view('/untracked')], { headers })).status).toBe(202);
      expect((await sendErrors([error('untracked')], { headers })).status).toBe(202);
      expect(await viewsOf('/untracked')).toEqual([]);
      expect(await site.parts.db.query(sql`select from telemetry_errors where message = 'untracked'`)).toEqual([]);
    },
  );

  test.each<Record<string, string>>([
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ])('are refused from pages of other sites: %j', async (headers) => {
    const refused = [403, 'This did not come from our own pages. Reload and try again.'];
    expect(await refusalOf(await sendViews([view('/')], { headers }))).toEqual(refused);
    expect(await refusalOf(await sendErrors([error('x')], { headers }))).toEqual(refused);
  });

  test('have a limit of their own, 240 a minute', async () => {
    const door = openTestApp(site, { LIMITS: '0.05' });
    const statuses: number[] = [];
    for (let turn = 0; turn < 14; turn += 1) statuses.push((await sendViews([view('/often')], { door })).status);
    expect(statuses).toEqual([...Array.from({ length: 12 }, () => 202), 429, 429]);
    expect((await door.sendRequest('/api/storage/crates', { method: 'POST', body: '{}' })).status).not.toBe(429);
  });

  test.each([
    ['of 55 kB', {}, '203.0.113.60', 8],
    ['of unknown length', { 'content-length': '' }, '203.0.113.61', 7],
  ])('%s count for the limit by their bytes', async (_, headers, address, allowed) => {
    const door = openTestApp(site, { LIMITS: '0.5' });
    const big = [error('x', { trace: 'at x\n'.repeat(9000) })];
    const statuses: number[] = [];
    for (let turn = 0; turn <= allowed; turn += 1)
      statuses.push((await sendErrors(big, { door, headers, address })).status);
    expect(statuses).toEqual([...Array.from({ length: allowed }, () => 202), 429]);
  });
});

describe('errors', () => {
  const trace = (hash: string, column: number) =>
    `TypeError: x\n    at open (${ORIGIN}/assets/chest-${hash}.js:1:${column})\n    at click (${ORIGIN}/assets/root-${hash}.js:2:7)`;

  test('are stored with their context, and share a fingerprint across releases and numbers', async () => {
    const context = { url: '/games', part: 'shop' };
    const errors = [
      error('No chest 7 here', { trace: trace('CjFJRNcS', 120), context }),
      error('No chest 8 here', { trace: trace('B_x9aQ2_', 999), context: 'a sentence' }),
      error('No key here', { trace: trace('CjFJRNcS', 120) }),
    ];
    expect((await sendErrors(errors)).status).toBe(202);
    const rows = await dataOf<StoredError[]>(await site.ask('staff', PATHS.errors));
    const [other, second, first] = rows;
    expect(first).toMatchObject({ message: 'No chest 7 here', context: '{"url":"/games","part":"shop"}' });
    expect(first?.trace).toBe(trace('CjFJRNcS', 120));
    expect([first?.fingerprint === second?.fingerprint, first?.fingerprint === other?.fingerprint]).toEqual([
      true,
      false,
    ]);
  });

  test('are cut when they are long, and never in the middle of a character', async () => {
    const long = error(`${'words '.repeat(85)}x😀😀`, { trace: 'at x\n'.repeat(5000) });
    expect((await sendErrors([long, error('half \ud83d')])).status).toBe(202);
    const rows = await site.parts.db.query(
      sql`select char_length(message) as message, char_length(trace) as trace from telemetry_errors
        where message like 'words%'`,
    );
    expect(rows).toEqual([{ message: 512, trace: 8192 }]);
  });
});
