import { createHash } from 'node:crypto';

import { beforeAll, describe, expect, test } from 'vitest';

import type { Grant } from '#app/storage/crates/policy.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import type { SiteRequest, TestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf, parametersHeader, refusalOf } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';

import type { CreatedAppKey, ListedAppKey, Scope } from './app-key.ts';

const site = useTestSite();
const PATH = '/api/apps/keys';
const NEW = { appId: 'levelhead', name: 'Game servers', scopes: [{ crateId: 'levels', may: ['read'] }], days: 90 };
const GONE = [404, 'There is no such app key any more.'];
const INVALID = [401, 'This key is not valid. It may have expired or been revoked.'];
const LACKS = [403, 'This key is not allowed to do that.'];
const post = (who: CastName | undefined, path = '', body: object = NEW) =>
  site.ask(who, PATH + path, { method: 'POST', body });
const create = async (change: object = {}) => dataOf<CreatedAppKey>(await post('admin', '', { ...NEW, ...change }));
const keyFor = async (...scopes: Scope[]) => (await create({ scopes })).key;
const rotate = async (keyId: string, body: object = {}) =>
  dataOf<CreatedAppKey>(await post('admin', `/${keyId}/rotations`, body));
const list = async (query = '') => dataOf<ListedAppKey[]>(await site.ask('admin', PATH + query));
const ask = (key: string, path: string, request: SiteRequest = {}, to: TestSite = site) =>
  to.ask(undefined, path, { ...request, headers: { 'rumpus-app-key': key, ...request.headers } });

describe('the keys of game servers', () => {
  test('are returned once, and only their SHA-256 is stored', async () => {
    const { key, ...shown } = await create({ appId: 'once' });
    expect(key).toMatch(/^rumpus_app_[0-9a-f]{72}$/);
    expect(shown).toMatchObject({
      appId: 'once',
      name: 'Game servers',
      createdBy: CAST.admin.userId,
      replacedBy: null,
    });
    expect(await list('?appId=once')).toEqual([shown]);
    const rows = await site.parts.db.query<{ row: string; hash: Buffer }>(
      sql`select to_jsonb(k)::text as row, key_hash as hash from app_keys k where key_id = ${shown.keyId}`,
    );
    expect(rows[0]?.hash).toEqual(createHash('sha256').update(key).digest());
    expect(rows[0]?.row).not.toContain(key.slice(-64));
  });

  test('are created, listed, rotated and revoked by admins alone', async () => {
    const { keyId } = await create();
    const asks: ((who: CastName | undefined) => Promise<Response>)[] = [
      (who) => site.ask(who, PATH),
      (who) => post(who),
      (who) => post(who, `/${keyId}/rotations`, {}),
      (who) => site.ask(who, `${PATH}/${keyId}`, { method: 'DELETE' }),
    ];
    const expected = [200, 201, 201, 204];
    for (const [at, askAs] of asks.entries()) {
      const statuses = [];
      for (const who of [undefined, 'player', 'staff', 'admin'] as const) statuses.push((await askAs(who)).status);
      expect(statuses).toEqual([401, 403, 403, expected[at]]);
    }
  });

  test('need a fresh sign-in to be created and rotated', async () => {
    const { keyId } = await create();
    const { cookie, xsrf } = await openTestApp(site).signIn('admin');
    const door = openTestApp(site, {}, { now: () => new Date(Date.now() + 16 * 60_000) });
    const headers = { cookie, 'x-xsrf-token': xsrf, 'content-type': 'application/json' };
    for (const [path, body] of [
      [PATH, NEW],
      [`${PATH}/${keyId}/rotations`, {}],
    ] as const) {
      const late = await door.sendRequest(path, { method: 'POST', headers, body: JSON.stringify(body) });
      expect(await refusalOf(late)).toEqual([403, 'This changes who gets in, so show us it’s you first.']);
    }
  });

  test('need no fresh sign-in to be revoked, so that a leaked key ends at once', async () => {
    const { keyId } = await create();
    const { cookie, xsrf } = await openTestApp(site).signIn('admin');
    const door = openTestApp(site, {}, { now: () => new Date(Date.now() + 16 * 60_000) });
    const late = await door.sendRequest(`${PATH}/${keyId}`, {
      method: 'DELETE',
      headers: { cookie, 'x-xsrf-token': xsrf },
    });
    expect(late.status).toBe(204);
  });

  test('have their changes in the audit, never the key itself', async () => {
    const made = await create({ appId: 'audited' });
    const next = await rotate(made.keyId);
    await site.ask('admin', `${PATH}/${next.keyId}`, { method: 'DELETE' });
    const log = await site.ask('admin', '/api/audit?target=app/audited');
    const text = await log.text();
    const { data } = JSON.parse(text) as { data: { action: string; userId: string }[] };
    expect(data.map(({ action }) => action)).toEqual(['appKey.revoke', 'appKey.rotate', 'appKey.create', 'app.create']);
    expect(new Set(data.map(({ userId }) => userId))).toEqual(new Set([CAST.admin.userId]));
    for (const { key } of [made, next]) expect(text).not.toContain(key.slice(-64));
  });

  test.each<[what: string, change: object]>([
    ['no name', { name: ' ' }],
    ['an app that cannot be one', { appId: 'A b' }],
    ['no scope', { scopes: [] }],
    ['a scope to do nothing', { scopes: [{ crateId: 'levels', may: [] }] }],
    ['a right that is none', { scopes: [{ crateId: 'levels', may: ['override'] }] }],
    ['a crate that cannot be one', { scopes: [{ crateId: 'Le vels', may: ['read'] }] }],
    ['no days', { days: 0 }],
  ])('are refused with %s', async (_, change) => {
    expect((await post('admin', '', { ...NEW, ...change })).status).toBe(400);
  });

  test('answer 404 for an unknown id', async () => {
    for (const id of ['x', '0190a0b0-0000-7000-8000-000000000000']) {
      expect(await refusalOf(await post('admin', `/${id}/rotations`, {}))).toEqual(GONE);
      expect(await refusalOf(await site.ask('admin', `${PATH}/${id}`, { method: 'DELETE' }))).toEqual(GONE);
    }
  });
});

describe('a key that is rotated', () => {
  const VERSION = '/api/version';
  const statusOf = async (key: string) => (await ask(key, VERSION)).status;

  test('works beside the new one for the requested hours', async () => {
    const old = await create();
    const next = await rotate(old.keyId, { overlapHours: 2 });
    expect(next).toMatchObject({ appId: old.appId, name: old.name, scopes: old.scopes, expiresAt: old.expiresAt });
    expect(await statusOf(old.key)).toBe(200);
    expect(await statusOf(next.key)).toBe(200);
    const listed = (await list()).find(({ keyId }) => keyId === old.keyId);
    expect(listed?.replacedBy).toBe(next.keyId);
    const door = (ms: number) =>
      openTestApp(site, {}, { now: () => new Date(Date.parse(listed?.expiresAt ?? '') + ms) });
    const late = (key: string, ms: number) => door(ms).sendRequest(VERSION, { headers: { 'rumpus-app-key': key } });
    expect((await late(old.key, -1)).status).toBe(200);
    expect(await refusalOf(await late(old.key, 0))).toEqual(INVALID);
    expect((await late(next.key, 0)).status).toBe(200);
  });

  test('ends at once without an overlap, in every process', async () => {
    const beside = await site.openBeside();
    const old = await create();
    for (const one of [site, beside, site, beside]) expect((await ask(old.key, VERSION, {}, one)).status).toBe(200);
    await rotate(old.keyId, { overlapHours: 0 });
    expect(await statusOf(old.key)).toBe(401);
    await expect.poll(async () => (await ask(old.key, VERSION, {}, beside)).status).toBe(401);
    await beside.close();
  });

  test('never expires later than before', async () => {
    const old = await create({ days: 1 });
    await rotate(old.keyId, { overlapHours: 720 });
    const listed = (await list()).find(({ keyId }) => keyId === old.keyId);
    expect(listed?.expiresAt).toBe(old.expiresAt);
  });

  test('is rotated once, also by ten parallel requests', async () => {
    const { keyId } = await create();
    // Each request then has a connection of its own, so that they run in parallel.
    await Promise.all(Array.from({ length: 10 }, () => site.parts.db.query(sql`select pg_sleep(0.1)`)));
    const all = await Promise.all(Array.from({ length: 10 }, () => post('admin', `/${keyId}/rotations`, {})));
    expect(all.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 409),
    ]);
  });

  test('is refused when it has expired', async () => {
    const { keyId } = await create();
    await site.parts.db.query(sql`update app_keys set expires_at = now() where key_id = ${keyId}`);
    expect((await post('admin', `/${keyId}/rotations`, {})).status).toBe(409);
  });
});

describe('what a game server may do', () => {
  const GAMES: Grant[] = ['app', 'admin'];
  const POLICY = { list: GAMES, read: GAMES, create: GAMES, update: GAMES, tag: GAMES, stat: GAMES };
  const [LEVELS, OTHERS] = ['/api/storage/crates/levels', '/api/storage/crates/others'];
  let item: string;
  beforeAll(async () => {
    await createCrate(site, 'levels', POLICY);
    await createCrate(site, 'others', POLICY);
    await createCrate(site, 'open');
    const { itemId } = await createItem(site, LEVELS, 'admin', { name: 'one' });
    item = `${LEVELS}/items/${itemId}`;
  });
  const stats = (body: object) => ({ method: 'PATCH', body });
  const owned = { method: 'POST', body: 'x', headers: parametersHeader({ collaborators: [CAST.player.userId] }) };

  test('is limited to the crates and rights of its scope', async () => {
    const reads = await keyFor({ crateId: 'levels', may: ['read'] });
    expect((await ask(reads, `${LEVELS}/items`)).status).toBe(200);
    expect((await ask(reads, item)).status).toBe(200);
    expect(await refusalOf(await ask(reads, `${LEVELS}/items`, owned))).toEqual(LACKS);
    expect(await refusalOf(await ask(reads, `${item}/stats`, stats({ setStats: { a: 1 } })))).toEqual(LACKS);
    expect((await ask(reads, `${OTHERS}/items`)).status).toBe(404);
    expect((await ask(reads, '/api/storage/crates/open/items')).status).toBe(200);
  });

  test('grows with the rights, but not beyond the policy of the crate', async () => {
    const writes = await keyFor({ crateId: 'levels', may: ['write'] }, { crateId: 'open', may: ['write'] });
    expect((await ask(writes, `${LEVELS}/items`, owned)).status).toBe(201);
    expect((await ask(writes, item, { method: 'PUT', body: 'y' })).status).toBe(200);
    expect((await ask(writes, item)).status).toBe(200);
    expect((await ask(writes, item, { method: 'DELETE' })).status).toBe(403);
    expect(await refusalOf(await ask(writes, `${OTHERS}/items`, owned))).toEqual(LACKS);
    expect((await ask(writes, '/api/storage/crates/open/items', owned)).status).toBe(403);
  });

  test('has separate rights for stats and records', async () => {
    const records = { submitRecords: { Time: { value: 3, userId: CAST.player.userId } } };
    const statuses = async (key: string) =>
      Promise.all(
        [{ setStats: { a: 1 } }, { changeStats: { a: 1 } }, records, { ...records, setStats: { a: 2 } }].map(
          async (body) => (await ask(key, `${item}/stats`, stats(body))).status,
        ),
      );
    expect(await statuses(await keyFor({ crateId: 'levels', may: ['stats'] }))).toEqual([200, 200, 403, 403]);
    expect(await statuses(await keyFor({ crateId: 'levels', may: ['records'] }))).toEqual([403, 403, 200, 403]);
    expect(await statuses(await keyFor({ crateId: '*', may: ['stats', 'records'] }))).toEqual([200, 200, 200, 200]);
  });

  test('includes no act as a user, and outside of crates only what is public', async () => {
    const key = await keyFor({ crateId: '*', may: ['read', 'write', 'stats', 'records'] });
    expect((await ask(key, '/api/version')).status).toBe(200);
    for (const path of ['/api/auth/accounts/@me', '/api/audit', PATH, '/api/storage/crates', `${LEVELS}/usage`]) {
      expect([path, (await ask(key, path)).status]).toEqual([path, 403]);
    }
    expect(await refusalOf(await ask(key, '/api/delegation/keys/@this'))).toEqual([403, 'Malformed or missing key.']);
    expect(await refusalOf(await ask(key, '/api/storage/crates/levels', { method: 'DELETE' }))).toEqual(LACKS);
    expect(await refusalOf(await ask(key, `${item}?permissionsOverride=true`))).toEqual([
      403,
      "You aren't allowed in here.",
    ]);
  });
});

test('the use of a key is recorded once in ten minutes', async () => {
  const { key, keyId } = await create();
  let now = Date.now();
  const door = openTestApp(site, {}, { now: () => new Date(now) });
  const sendRequest = () => door.sendRequest('/api/version', { headers: { 'rumpus-app-key': key } });
  const lastUsed = async () => (await list()).find((one) => one.keyId === keyId)?.lastUsedAt;
  expect(await lastUsed()).toBeNull();
  await sendRequest();
  const first = new Date(now).toISOString();
  now += 599_000;
  await sendRequest();
  expect(await lastUsed()).toBe(first);
  now += 2000;
  await sendRequest();
  expect(await lastUsed()).toBe(new Date(now).toISOString());
});
