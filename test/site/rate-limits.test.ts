import { expect, test } from 'vitest';

import { RULES, WEIGHTS } from '#app/door/request-limits.server.ts';
import { api } from '#app/nouns.server.ts';
import type { Database } from '#lib/database/database.server.ts';
import { openDatabase } from '#lib/database/database.server.ts';
import { Sessions } from '#lib/sessions/sessions.server.ts';

import { createKey } from '../people/keys.ts';
import { limitFaults } from '../people/limits.ts';
import { useTestSite } from '../site.ts';
import { openTestApp } from '../test-app.ts';
import type { TestApp, TestRequest } from '../test-app.ts';

const site = useTestSite();

/** 12 reads and 2 writes a minute unless told, early in a minute of its own. */
function limitedDoor(minute: number, LIMITS = '0.01'): TestApp {
  const now = new Date(Date.UTC(2027, 0, 1, 0, minute, 10));
  return openTestApp(site, { LIMITS }, { now: () => now });
}

async function statuses(
  door: TestApp,
  count: number,
  sendRequest: TestRequest = {},
  path = '/api/version',
): Promise<number[]> {
  const found: number[] = [];
  for (let index = 0; index < count; index += 1) found.push((await door.sendRequest(path, sendRequest)).status);
  return found;
}

const answered = (count: number) => Array.from({ length: count }, () => 200);

test('every answer tells the limit, what remains, and the seconds until it starts anew', async () => {
  const door = openTestApp(site, { LIMITS: '1' }, { now: () => new Date(Date.UTC(2027, 0, 1, 0, 0, 15)) });
  for (const path of ['/api/version', '/api/nothing', '/games/crashlands', '/nothing']) {
    const { headers } = await door.sendRequest(path, { address: '203.0.113.1' });
    expect([headers.get('x-rate-limit-limit'), headers.get('x-rate-limit-reset')], path).toEqual(['1200', '45']);
    expect(Number(headers.get('x-rate-limit-remaining'))).toBeGreaterThan(1190);
  }
  const write = await door.sendRequest('/api/version', { method: 'POST', address: '203.0.113.1' });
  expect(write.headers.get('x-rate-limit-limit')).toBe('240');
});

test('an answer tells the limits also when the database is away and the caller is unknown', async () => {
  const db: Database = openDatabase({ connection: { host: '/nonexistent' }, size: 1, statementTimeout: 100 });
  const door = openTestApp(site, { LIMITS: '1' }, { sessions: new Sessions(db, site.parts.rowCache) });
  const response = await door.sendRequest('/api/version', { headers: { cookie: `session=${'a'.repeat(43)}` } });
  expect([response.status, limitFaults(response.headers)]).toEqual([503, []]);
  await db.close();
});

test('beyond the limit a call answers 429 with x-rate-limit-reset, retry-after, the policy and the sentence', async () => {
  const door = limitedDoor(1);
  expect(await statuses(door, 14)).toEqual([...answered(12), 429, 429]);
  const response = await door.sendRequest('/api/version');
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(await response.json()).toMatchObject({
    message: "You've hit the request limit. Come back soon!",
    type: 'https://iana.org/assignments/http-problem-types#quota-exceeded',
    'violated-policies': ['read'],
  });
  expect([response.headers.get('x-rate-limit-reset'), response.headers.get('retry-after')]).toEqual(['50', '50']);
  expect(response.headers.get('ratelimit-policy')).toBe('"read";q=12;w=60');
  expect(response.headers.get('ratelimit')).toBe('"read";r=0;t=50');
});

test('reads and writes are counted apart', async () => {
  const door = limitedDoor(3);
  const write = { method: 'POST', body: 'x' };
  expect(await statuses(door, 3, write)).toEqual([405, 405, 429]);
  expect(await statuses(door, 1)).toEqual([200]);
});

test('the next minute starts anew', async () => {
  await statuses(limitedDoor(4), 13);
  expect(await statuses(limitedDoor(5), 1)).toEqual([200]);
});

test('a signed-in user is counted by account, wherever they come from and by however many sessions', async () => {
  const door = limitedDoor(6);
  const [phone, desk] = [await door.signIn('player'), await door.signIn('player')];
  const from = (cookie: string, address: string) => ({ headers: { cookie }, address });
  expect(await statuses(door, 8, from(phone.cookie, '203.0.113.1'))).toEqual(answered(8));
  expect(await statuses(door, 5, from(desk.cookie, '203.0.113.2'))).toEqual([...answered(4), 429]);
  const other = await door.signIn('creator');
  expect(await statuses(door, 1, from(other.cookie, '203.0.113.1'))).toEqual([200]);
  expect(await statuses(door, 1, { address: '203.0.113.1' })).toEqual([200]);
});

test('a visitor is counted by address, of IPv6 by the network of 64 bits', async () => {
  const door = limitedDoor(7);
  expect(await statuses(door, 6, { address: '2001:db8:1:2::1' })).toEqual(answered(6));
  expect(await statuses(door, 7, { address: '2001:db8:1:2:ffff::9' })).toEqual([...answered(6), 429]);
  expect(await statuses(door, 1, { address: '2001:db8:1:3::1' })).toEqual([200]);
  expect(await statuses(door, 12, { address: '203.0.113.1' })).toEqual(answered(12));
  expect(await statuses(door, 1, { address: '::ffff:203.0.113.1' })).toEqual([429]);
});

test('a cookie that is no session does not make another caller', async () => {
  const door = limitedDoor(8);
  await statuses(door, 12);
  for (const token of ['a', 'a'.repeat(43), 'b'.repeat(43)]) {
    expect(await statuses(door, 1, { headers: { cookie: `session=${token}` } })).toEqual([429]);
  }
});

test('who watches the health is not counted', async () => {
  const door = limitedDoor(9);
  expect(await statuses(door, 20, {}, '/healthz')).toEqual(answered(20));
});

test('many accounts at one address have together ten times what one has, and are told what is nearest to its end', async () => {
  // One export a minute for each of them, and four for all.
  const door = limitedDoor(10, '0.008');
  const limits: (string | null)[][] = [];
  for (const who of ['player', 'creator', 'collaborator', 'staff', 'admin'] as const) {
    const { cookie } = await door.signIn(who);
    const { status, headers } = await door.sendRequest('/api/storage/crates/none/export', { headers: { cookie } });
    limits.push([String(status), headers.get('ratelimit')]);
  }
  expect(limits).toEqual([
    [expect.stringMatching(/40[34]/), '"transfer";r=0;t=50'],
    [expect.stringMatching(/40[34]/), '"transfer";r=0;t=50'],
    [expect.stringMatching(/40[34]/), '"transfer";r=0;t=50'],
    [expect.stringMatching(/40[34]/), '"transfer";r=0;t=50'],
    ['429', '"transfer.address";r=0;t=50'],
  ]);
  const { cookie } = await door.signIn('admin');
  const elsewhere = await door.sendRequest('/api/storage/crates/none/export', {
    headers: { cookie },
    address: '203.0.113.9',
  });
  expect(elsewhere.headers.get('ratelimit')).toBe('"transfer";r=0;t=50');
  expect(elsewhere.headers.get('ratelimit-policy')).toBe('"transfer";q=1;w=60');
});

const ITEMS = '/api/storage/crates/posts/items';
const NAMES = '/api/aliases/contexts/rumpus/users';
const hundred = Array.from({ length: 100 }, (_, at) => `u${at}`).join(',');

test.each<[what: string, minute: number, cost: number, path: string, sendRequest: TestRequest]>([
  ['a search', 31, 1, ITEMS, {}],
  ['a count', 32, 2, `${ITEMS}?count=true`, {}],
  ['counts of facets', 33, 2, `${ITEMS}?facets=topic`, {}],
  ['a name', 34, 1, `${NAMES}?userIds=pl4yer`, {}],
  ['a hundred names', 35, 5, `${NAMES}?userIds=${hundred}`, {}],
  ['a batch of 10 kB', 36, 3, `${ITEMS}/@batch/stats`, { method: 'PATCH', headers: { 'content-length': '10000' } }],
  ['a batch of unknown length', 37, 17, `${ITEMS}/@batch/stats`, { method: 'PATCH' }],
])('%s, asked in minute %i, costs %i of what its group has', async (_, minute, cost, path, sendRequest) => {
  const door = limitedDoor(minute, '1');
  const remaining = async () => {
    const { headers } = await door.sendRequest(path, sendRequest);
    return Number(headers.get('x-rate-limit-remaining'));
  };
  const before = await remaining();
  expect(before - (await remaining())).toBe(cost);
});

test('groups of calls are counted apart', async () => {
  const door = limitedDoor(12);
  await statuses(door, 13, {}, '/api/storage/crates/posts/items');
  await statuses(door, 13, { method: 'POST', body: 'x' }, '/login');
  expect(await statuses(door, 1, {}, '/api/storage/crates/posts/items')).toEqual([429]);
  for (const path of ['/de-DE/login', '/login.data', '/confirmation/x', '/api/auth/nothing']) {
    expect([path, await statuses(door, 1, { method: 'POST', body: 'x' }, path)]).toEqual([path, [429]]);
  }
  expect(await statuses(door, 1, {}, '/login/with/steam/callback')).toEqual([429]);
  expect(await statuses(door, 1)).toEqual([200]);
  expect(await statuses(door, 1, { method: 'POST', body: 'x' })).toEqual([405]);
});

test('preflights have a limit of their own, and take no points of calls', async () => {
  const door = limitedDoor(13);
  const preflights = Array.from({ length: 12 }, () => 204);
  expect(await statuses(door, 13, { method: 'OPTIONS' })).toEqual([...preflights, 429]);
  expect(await statuses(door, 13)).toEqual([...answered(12), 429]);
});

test('a key has points of its own, of which its owner takes none; all keys of one user have ten times as many', async () => {
  const door = limitedDoor(15);
  const by = async () => ({ 'rumpus-delegation-key': (await createKey(site, 'player', ['rce-lh-read'], null)).key });
  const { cookie } = await door.signIn('player');
  const [first, ...others] = [await by(), ...(await Promise.all(Array.from({ length: 10 }, by)))];
  expect(await statuses(door, 13, { headers: first })).toEqual([...answered(12), 429]);
  expect(await statuses(door, 1, { headers: { cookie } })).toEqual([200]);
  const response = await door.sendRequest('/api/version', { headers: others[0] ?? {}, address: '203.0.113.20' });
  expect(response.headers.get('ratelimit-policy')).toBe(
    '"read";q=12;w=60, "read.user";q=120;w=60, "read.address";q=120;w=60',
  );
  for (const [at, headers] of others.slice(1).entries()) {
    expect(await statuses(door, 12, { headers, address: `203.0.113.${30 + at}` })).toContain(at < 8 ? 200 : 429);
  }
  const last = await door.sendRequest('/api/version', { headers: others[0] ?? {}, address: '203.0.113.40' });
  expect([last.status, last.headers.get('ratelimit')]).toEqual([429, '"read.user";r=0;t=50']);
});

test('a key that does not work is counted by address', async () => {
  const door = limitedDoor(14);
  const key = (at: number) => ({ headers: { 'rumpus-delegation-key': String(at).padStart(43, 'k') } });
  for (let at = 0; at < 12; at += 1) expect(await statuses(door, 1, key(at))).toEqual([401]);
  expect(await statuses(door, 1, key(13))).toEqual([429]);
  expect(await statuses(door, 1)).toEqual([429]);
});

test('no window is longer than the minute that a client does nothing after a 429', () => {
  for (const rule of Object.values(RULES).flatMap((rules) => Object.values(rules))) {
    expect(rule.seconds, rule.name).toBeLessThanOrEqual(60);
  }
});

test('every call that counts as something of its own is a call of the site', () => {
  const ids = new Set(api.map(({ call }) => call.id));
  expect(Object.keys(WEIGHTS).filter((id) => !ids.has(id))).toEqual([]);
});
