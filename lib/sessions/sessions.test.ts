import { createHash, randomUUID } from 'node:crypto';

import { afterAll, beforeAll, expect, inject, test } from 'vitest';

import { migrations } from '#database/migrations.ts';
import { openDatabase } from '#lib/database/database.server.ts';
import type { Database } from '#lib/database/database.server.ts';
import { Listener } from '#lib/database/listener.server.ts';
import { migrate } from '#lib/database/migrate.server.ts';
import { RowCache } from '#lib/database/row-cache.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { createDatabase } from '#test/database.ts';

import { IDLE_DAYS, SESSION_DAYS, Sessions, UNPROVED } from './sessions.server.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const inDays = (days: number) => new Date(NOW.getTime() + days * 86_400_000);

let db: Database;
let listeners: Listener[];
/** Two processes of one database. */
let sessions: Sessions;
let beside: Sessions;

beforeAll(async () => {
  const connectionString = await createDatabase(inject('databaseUrl'), `sessions_${randomUUID().slice(0, 8)}`);
  db = openDatabase({ connection: { connectionString }, size: 4, statementTimeout: 5000 });
  await migrate(db.pool, migrations);
  listeners = [1, 2].map(() => new Listener({ connectionString }, 'changed'));
  await Promise.all(listeners.map((listener) => listener.open()));
  const [one, other] = listeners.map((listener) => new Sessions(db, new RowCache(listener)));
  if (one === undefined || other === undefined) throw new Error('two were made');
  [sessions, beside] = [one, other];
});
afterAll(async () => {
  for (const listener of listeners) listener.close();
  await db.close();
});

test('a token finds its session, until nobody has used it for 30 days', async () => {
  const device = { browser: 'Firefox', system: 'Linux' };
  const { token, session } = await sessions.create('player', NOW, device);
  const { loginId } = session;
  const times = { createdAt: NOW, provedAt: NOW, lastUsedAt: NOW, expiresAt: inDays(SESSION_DAYS) };
  expect(session).toEqual({ userId: 'player', loginId, ...times, device, isByPasskey: false });
  expect(await sessions.find(token, NOW)).toEqual(session);
  expect(await sessions.find(token, inDays(IDLE_DAYS))).toBeUndefined();
  expect(await sessions.find(token, new Date(inDays(IDLE_DAYS).getTime() - 1))).toMatchObject({ loginId });
});

test('a session in use lasts for 180 days in all', async () => {
  const { token } = await sessions.create('player', NOW);
  for (let day = 29; day < SESSION_DAYS; day += 29) {
    expect(await sessions.find(token, inDays(day)), `day ${day}`).toBeDefined();
    await expect.poll(() => beside.find(token, inDays(day)), { message: `day ${day}` }).toBeDefined();
  }
  expect(await sessions.find(token, new Date(inDays(SESSION_DAYS).getTime() - 1))).toBeDefined();
  expect(await sessions.find(token, inDays(SESSION_DAYS))).toBeUndefined();
});

test('one session of a user ends alone, or all but one; those of others stay', async () => {
  const made = await Promise.all(['lister', 'lister', 'lister', 'other'].map((who) => sessions.create(who, NOW)));
  const [phone = '', desk = '', couch = '', other = ''] = made.map(({ session }) => session.loginId);
  const left = async (who: string) => (await sessions.list(who, NOW)).map(({ loginId }) => loginId).toSorted();
  expect(await left('lister')).toEqual([phone, desk, couch].toSorted());
  expect(await sessions.endOne('other', phone)).toBe(false);
  expect(await sessions.endOne('lister', phone)).toBe(true);
  expect(await sessions.endAll('lister', desk)).toBe(1);
  expect([await left('lister'), await left('other')]).toEqual([[desk], [other]]);
  await expect.poll(() => beside.find(made[0]?.token ?? '', NOW)).toBeUndefined();
});

test('a new proof of identity is stored', async () => {
  const { token, session } = await sessions.create('player', NOW);
  await sessions.prove(session.loginId, inDays(1));
  expect(await sessions.find(token, inDays(1))).toMatchObject({ provedAt: inDays(1), createdAt: NOW });
});

test('that a session was proved by a passkey is kept, whatever it is proved by later', async () => {
  const byMail = await sessions.create('player', NOW);
  const byPasskey = await sessions.create('player', NOW, {}, { isByPasskey: true });
  const isByPasskey = async (token: string) => (await sessions.find(token, NOW))?.isByPasskey;
  expect([await isByPasskey(byMail.token), await isByPasskey(byPasskey.token)]).toEqual([false, true]);
  await sessions.prove(byMail.session.loginId, NOW, true);
  await sessions.prove(byMail.session.loginId, NOW);
  expect(await isByPasskey(byMail.token)).toBe(true);
});

test('the proof may be older than its session, or unknown', async () => {
  for (const provedAt of [inDays(-1), UNPROVED]) {
    const { token, session } = await sessions.create('player', NOW, {}, { provedAt });
    expect([session.provedAt, (await sessions.find(token, NOW))?.provedAt]).toEqual([provedAt, provedAt]);
  }
});

test('the database never holds the token, only its SHA-256', async () => {
  const { token } = await sessions.create('player', NOW);
  const hash = createHash('sha256').update(token).digest();
  const rows = await db.query<{ row: string; is_hash: boolean }>(
    sql`select to_jsonb(s)::text as row, token_hash = ${hash} as is_hash from sessions s`,
  );
  expect(rows.filter((row) => row.is_hash)).toHaveLength(1);
  const bytes = Buffer.from(token, 'base64url').toString('hex');
  for (const { row } of rows) for (const secret of [token, bytes]) expect(row).not.toContain(secret);
});

test('tokens are 256 random bits, and two sign-ins of one user are two sessions', async () => {
  const [one, other] = [await sessions.create('player', NOW), await sessions.create('player', NOW)];
  expect(one.token).toMatch(/^[\w-]{43}$/);
  expect(one.token).not.toBe(other.token);
  expect(one.session.loginId).not.toBe(other.session.loginId);
});

test.each(['', 'x', 'a'.repeat(43), 'ä'.repeat(43), `${'a'.repeat(42)}\0`, 'a'.repeat(10_000)])(
  'the token %j finds nothing',
  async (token) => {
    expect(await sessions.find(token, NOW)).toBeUndefined();
  },
);

test('a session that is ended is gone at once, here and in every other process', async () => {
  const { token } = await sessions.create('player', NOW);
  expect([await sessions.find(token, NOW), await beside.find(token, NOW)]).toEqual([
    expect.anything(),
    expect.anything(),
  ]);
  await sessions.end(token);
  expect(await sessions.find(token, NOW)).toBeUndefined();
  await expect.poll(() => beside.find(token, NOW)).toBeUndefined();
  await sessions.end(token);
});

test('purging removes the sessions that are over, and no other', async () => {
  const old = await sessions.create('player', inDays(-31));
  const young = await sessions.create('player', inDays(-29));
  expect(await sessions.purge(NOW)).toBe(1);
  const left = await db.query<{ login_id: string }>(sql`select login_id from sessions`);
  const ids = left.map((row) => row.login_id);
  expect(ids).toContain(young.session.loginId);
  expect(ids).not.toContain(old.session.loginId);
});
