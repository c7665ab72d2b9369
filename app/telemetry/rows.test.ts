import { describe, expect, test } from 'vitest';

import { findStaffIds } from '#app/accounts/staff/staff-ids.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { linksOf } from '#test/links.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf } from '#test/storage.ts';
import { telemetrySender } from '#test/telemetry.ts';

import { telemetryJobs } from './jobs.server.ts';
import { PATHS } from './limits.ts';
import type { StoredPageView } from './telemetry.ts';

const site = useTestSite();
const { view, error, sendViews, sendErrors } = telemetrySender(site);
const ORIGIN = 'http://localhost:8080';
/** The lookup code is the public user id, which other tables may hold. */
const LOOKUP_CODE = CAST.player.userId;

describe('no personal data reaches any table', () => {
  const secrets = ['bob@example.com', 'bob%40example.com', '481516', 'pl4y3r-of-the-link', 'Zm9vYmFyYmF6']
    .concat(['dGhpcyBpcyBhIHNlY3JldCB0b2tlbg', 'such account for Robert', '203.0.113.77', 'Firefox/145'])
    .concat(['9f86d081884c7d659a2feaa0c55ad015', 'eyJhbGciOiJIUzI1NiJ9', 'hunter-of-two', 'horse battery', 'onlywords'])
    .concat(['198.51.100.23', '2001:db8::beef', 'AbC123xyz', 'jane.doe', 'Jane Doe', 'joe＠', 'joe@example.org']);
  const urls = [
    '/?error=No%20such%20account%20for%20Robert&email=bob@example.com',
    `/login/${LOOKUP_CODE}`,
    `/login?lookupCode=${LOOKUP_CODE}`,
    `/?error=No%20account%20of%20${LOOKUP_CODE}`,
    '/de-DE/login/pl4y3r-of-the-link?code=481516',
    '/a/bob%40example.com/9f86d081884c7d659a2feaa0c55ad015#dGhpcyBpcyBhIHNlY3JldCB0b2tlbg',
    '/confirmation/Zm9vYmFyYmF6?token=eyJhbGciOiJIUzI1NiJ9.e30.x',
    '/?utm_source=bob@example.com&topics=481516',
    '/a/pass=hunter-of-two/198.51.100.23/sk_live_onlywords',
    '/a/%2573ession%253Dhunter-of-two/[2001:db8::beef]',
    '/password-reset/AbC123xyz',
    '/a/joe＠example.org',
    '/home/jane.doe',
  ];

  test('from addresses, messages, traces or contexts', async () => {
    const texts = [
      'error=No such account for Robert',
      'code 481516',
      'to bob@example.com',
      `lookup code: ${LOOKUP_CODE}`,
    ]
      .concat([
        `error=${LOOKUP_CODE} is no account`,
        `The lookup code was ${LOOKUP_CODE}`,
        `lookup_code="${LOOKUP_CODE}"`,
      ])
      .concat(['token=Zm9vYmFyYmF6', 'dGhpcyBpcyBhIHNlY3JldCB0b2tlbg==', 'at /login/pl4y3r-of-the-link:1:2'])
      .concat(['pwd: hunter-of-two', 'passphrase: "correct horse battery"', '%253Dsecret%253Dhunter-of-two'])
      .concat(['pk_test_onlywords', 'ghp_onlywords', 'xoxb-onlywords', 'from 198.51.100.23:81 or [2001:db8::beef]:81'])
      .concat([
        'at /verify/AbC123xyz',
        'C:\\Users\\jane.doe\\a.js',
        'C:\\Users\\Jane Doe\\a.js',
        '/Users/jane.doe/a.js',
      ])
      .concat(['joe＠example.org', 'joe＠ｅxample．org'])
      .concat(urls.map((url) => `at load (${ORIGIN}${url})`));
    const views = urls.flatMap((url) => [view(url, { referer: `${ORIGIN}${url}` }), view('/', { referer: url })]);
    const errors = texts.map((text) => error(text, { trace: `x\n${text}`, context: { [text]: [text] } }));
    const address = '203.0.113.77';
    expect((await sendViews(views, { address })).status).toBe(202);
    expect((await sendErrors(errors, { address })).status).toBe(202);
    for (const job of telemetryJobs(() => systemCurrent(site.parts), findStaffIds)) await job.run({});
    expect(await leaks()).toEqual([]);
  });

  async function leaks(): Promise<string[]> {
    const { db } = site.parts;
    const tables = await db.query<{ name: string }>(sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`);
    const found: string[] = [];
    for (const { name } of tables) {
      const [row] = await db.query<{ text: string }>(
        sql`select coalesce(string_agg(t::text, ' '), '') as text from ${sql.raw(name)} t`,
      );
      const wanted = name.startsWith('telemetry_') ? [...secrets, LOOKUP_CODE] : secrets;
      found.push(...wanted.filter((secret) => row?.text.includes(secret)).map((secret) => `${name}: ${secret}`));
    }
    return found;
  }
});

test('the public id of a player stays in the address of their page', async () => {
  const path = `/games/levelhead/players/${LOOKUP_CODE}`;
  await sendViews([view(path)]);
  const stored = await dataOf<StoredPageView[]>(await site.ask('staff', PATHS.pageViews));
  expect(stored.map(({ url }) => url)).toContain(path);
});

describe('the calls of the rows', () => {
  test.each([PATHS.pageViews, PATHS.errors])('answer staff, and nobody else: %s', async (path) => {
    const responses = ([undefined, 'player', 'staff', 'admin', 'super'] as const).map((who) => site.ask(who, path));
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([401, 403, 200, 200, 200]);
  });

  test('are paged by Link, the newest first, without a gap or a repetition', async () => {
    for (let page = 0; page < 7; page += 1) await sendViews([view(`/paged/${page}`)]);
    const urls: string[] = [];
    let next: string | undefined = `${PATHS.pageViews}?limit=3`;
    while (next !== undefined) {
      const response: Response = await site.ask('staff', next);
      urls.push(...(await dataOf<StoredPageView[]>(response)).map(({ url }) => url));
      await sendViews([view('/paged/later')]);
      next = linksOf(response).next;
    }
    expect(urls.filter((url) => url.startsWith('/paged/'))).toEqual(
      [6, 5, 4, 3, 2, 1, 0].map((page) => `/paged/${page}`),
    );
  });

  test.each(['?limit=0', '?limit=129', '?after=x', '?after=1', '?after=zzzzzzzzz.'])('refuse %s', async (query) => {
    expect((await site.ask('staff', `${PATHS.pageViews}${query}`)).status).toBe(400);
  });
});
