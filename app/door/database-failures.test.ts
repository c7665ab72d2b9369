import pg from 'pg';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

import { openDatabase } from '#lib/database/database.server.ts';
import type { Database } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Sessions } from '#lib/sessions/sessions.server.ts';
import { FORM_HEADERS, useTestSite } from '#test/site.ts';
import { createCrate, createItem } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';
import type { TestApp } from '#test/test-app.ts';

import { throttleErrors } from './parts.server.ts';

const site = useTestSite();
const SENTENCE = 'Something went wrong. Please try again!';
const JSON_BODY = { 'content-type': 'application/json' };
let item: string;
let crate: string;

beforeAll(async () => {
  crate = await createCrate(site, 'failing', {
    list: ['public'],
    read: ['public'],
    create: ['public'],
    stat: ['public'],
    tag: ['authenticated'],
    stats: { plays: {} },
  });
  item = `${crate}/items/${(await createItem(site, crate, 'player')).itemId}`;
});

/** A door to the site whose statements go to another database. */
function doorTo(db: Database): TestApp {
  onTestFinished(() => db.close());
  return openTestApp(site, {}, { db, sessions: new Sessions(db, site.parts.rowCache) });
}

const gone = () => openDatabase({ connection: { host: '127.0.0.1', port: 1 }, size: 4, statementTimeout: 1000 });

describe('while the database is gone', () => {
  const requests: [string, Parameters<TestApp['sendRequest']>[0], Parameters<TestApp['sendRequest']>[1]?][] = [
    ['a call', '/api/aliases/contexts/rumpus/users?userIds=a'],
    ['a call with a session', '/api/version', { headers: { cookie: `session=${'a'.repeat(43)}` } }],
    ['a page with a session', '/games/crashlands', { headers: { cookie: `session=${'a'.repeat(43)}` } }],
    ['a screen', '/post/a-post'],
    ['the data of a screen', '/post/a-post.data'],
    [
      'a form',
      '/login',
      { method: 'POST', headers: FORM_HEADERS, body: 'intent=ask&who=pip%40example.org&returnTo=/' },
    ],
  ];
  test.each(requests)('%s is 503 with the time to come back, and no bug', async (_what, path, request) => {
    const door = doorTo(gone());
    const response = await door.sendRequest(path, request);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.text()).not.toMatch(/ECONNREFUSED|on fire|stack/);
    expect(door.lines.filter(({ level }) => Number(level) >= 50)).toEqual([]);
  });

  test('the form of the sign-in says so above its field, with what was typed', async () => {
    const [, path, request] = requests.at(-1) ?? [];
    const html = await (await doorTo(gone()).sendRequest(path ?? '', request)).text();
    const form = html.slice(html.indexOf('<main'), html.indexOf('</main'));
    expect(form.indexOf(SENTENCE)).toBeGreaterThan(0);
    expect(form.indexOf('name="who"')).toBeGreaterThan(form.indexOf(SENTENCE));
    expect(form).toContain('value="pip@example.org"');
  });

  test('a call says the sentence of the specification', async () => {
    const response = await doorTo(gone()).sendRequest('/api/aliases/contexts/rumpus/users?userIds=a');
    expect(await response.json()).toMatchObject({ status: 503, code: 'database.unavailable', message: SENTENCE });
  });
});

test('failures are logged once a second, with their number and without a stack', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lines: [string, number][] = [];
  const note = throttleErrors((...line) => lines.push(line));
  for (let at = 1; at <= 5; at += 1) note(new Error(`failure ${at}`));
  expect(lines).toEqual([['failure 1', 1]]);
  vi.advanceTimersByTime(1000);
  expect(lines.slice(1)).toEqual([['failure 5', 4]]);
  vi.advanceTimersByTime(5000);
  note(new Error('later'));
  expect(lines.slice(2)).toEqual([['later', 1]]);
});

test('a database that only reads answers reads, and writes are 503', async () => {
  const name = site.parts.config.DATABASE_URL ?? '';
  const [row] = await site.stranger.query<{ name: string }>(sql`select current_database() as name`);
  await site.stranger.query(sql.raw(`alter database ${row?.name} set default_transaction_read_only = on`));
  onTestFinished(() =>
    site.stranger
      .query(sql.raw(`alter database ${row?.name} reset default_transaction_read_only`))
      .then(() => undefined),
  );
  const door = doorTo(openDatabase({ connection: { connectionString: name }, size: 4, statementTimeout: 1000 }));
  expect((await door.sendRequest(item)).status).toBe(200);
  const response = await door.sendRequest(`${item}/stats`, {
    method: 'PATCH',
    headers: JSON_BODY,
    body: JSON.stringify({ changeStats: { plays: 1 } }),
  });
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
});

test('a screen that finds no room on the disk is 507 with the time to come back', async () => {
  const db = gone();
  db.query = () => Promise.reject(Object.assign(new pg.DatabaseError('no room', 0, 'error'), { code: '53100' }));
  const response = await doorTo(db).sendRequest('/post/a-post');
  expect([response.status, response.headers.get('retry-after')]).toEqual([507, '60']);
});

test('a full disk is 507', async () => {
  await site.stranger.query(
    sql.raw(`create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`),
  );
  await site.stranger.query(sql.raw('create trigger full_disk before insert on items execute function full_disk()'));
  onTestFinished(() => site.stranger.query(sql.raw('drop function full_disk cascade')).then(() => undefined));
  const response = await site.ask('player', `${crate}/items`, { method: 'POST', body: 'x' });
  expect([response.status, response.headers.get('retry-after')]).toEqual([507, '60']);
});

describe('a write of an item that others hold', () => {
  const change = (path: string, value: object) => site.ask('player', path, { method: 'PATCH', body: value });

  test('is 503 with the time to come back, and those that came with it are done', async () => {
    const free = `${crate}/items/${(await createItem(site, crate, 'player')).itemId}`;
    await change(`${item}/stats`, { changeStats: { plays: 1 } });
    await change(`${free}/stats`, { changeStats: { plays: 1 } });
    await site.stranger.transaction(async (stranger) => {
      await stranger.query(sql`select from items where item_id = ${item.slice(-36)} for update`);
      await stranger.query(sql`select from item_stats where item_id = ${item.slice(-36)} for update`);
      const paths = [item, free];
      const answers = await Promise.all([
        ...paths.map((path) => change(`${path}/stats`, { changeStats: { plays: 1 } })),
        ...paths.map((path) => change(`${path}/metadata`, { tags: ['start', 'changed'] })),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([503, 200, 503, 200]);
      expect(await answers[0]?.json()).toMatchObject({ code: 'database.busy' });
      expect(answers[2]?.headers.get('retry-after')).toBe('1');
    });
    expect((await change(`${item}/stats`, { changeStats: { plays: 1 } })).status).toBe(200);
  });

  test('is told to all who wait for it, however many, and not one after the other', async () => {
    const { itemId } = await createItem(site, crate, 'player');
    await site.stranger.transaction(async (stranger) => {
      await stranger.query(sql`select from items where item_id = ${itemId} for update`);
      const tag = (at: number) => change(`${crate}/items/${itemId}/metadata`, { tags: ['start', `t${at}`] });
      // One after the other they would take longer than a test may.
      const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => tag(at)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
    });
  });
});
