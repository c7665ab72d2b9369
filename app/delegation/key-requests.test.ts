import { randomUUID } from 'node:crypto';

import { beforeAll, describe, expect, test } from 'vitest';

import { authenticate, isStillAuthenticated } from '#app/door/authentication.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { hashOfToken } from '#lib/token/token.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { askByKey, createKey } from '#test/people/keys.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf, refusalOf } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';

import type { OwnKey } from './key.ts';
import type { PermissionId } from './permissions.ts';
import { PERMISSION_IDS } from './permissions.ts';

const site = useTestSite();
const THIS = '/api/delegation/keys/@this';
const ME = '/api/auth/accounts/@me';
const INVALID = [401, 'This key is not valid. It may have expired or been revoked.'];
const MALFORMED = [403, 'Malformed or missing key.'];
const LACKS = [403, 'This key is not allowed to do that.'];
const keyOf = async (who: CastName, ...permissions: PermissionId[]) => (await createKey(site, who, permissions)).key;
const setBan = async (who: CastName, at: Date | null) =>
  site.parts.db.query(sql`update accounts set banned_at = ${at} where user_id = ${CAST[who].userId}`);

const CRATE = '/api/storage/crates/posts';
const ITEMS = `${CRATE}/items`;
beforeAll(async () => void (await createCrate(site, 'posts')));

describe('GET /api/delegation/keys/@this', () => {
  test('returns the owner, the permissions and the expiry of the key', async () => {
    const made = await createKey(site, 'player', ['rce-lh-read', 'rce-lh-report']);
    const own = await dataOf<OwnKey>(await askByKey(site, made.key, THIS));
    expect(own).toEqual({
      passId: made.passId,
      _id: made.passId,
      userId: CAST.player.userId,
      name: made.name,
      permissions: ['rce-lh-read', 'rce-lh-report'],
      expiresAt: made.expiresAt,
    });
  });

  test('answers 403 without a key, also with a session', async () => {
    for (const who of [undefined, 'player', 'super'] as const) {
      expect(await refusalOf(await site.ask(who, THIS))).toEqual(MALFORMED);
    }
  });
});

describe('the key header', () => {
  test.each([
    ['16 characters', 'A16characterkeyX'],
    ['one', 'x'],
    ['2,000', 'k'.repeat(2000)],
    ['signs of all kinds', '!"#$%&()*+,-./:;<=>?@[]^_`{|}~'],
  ])('accepts a key of any length, such as %s', async (_, token) => {
    await insertKey(token);
    expect((await askByKey(site, token, THIS)).status).toBe(200);
  });

  test.each([
    ['16 characters', 'A16characterkeyY'],
    ['the look of ours', `rumpus_key_${'0'.repeat(64)}`],
    ['8,000', 'k'.repeat(8000)],
  ])('answers 401 for an unknown key: %s', async (_, token) => {
    for (const path of [THIS, '/api/version', ITEMS]) {
      expect(await refusalOf(await askByKey(site, token, path))).toEqual(INVALID);
    }
  });

  test.each(['', ' ', 'two words', 'schlüssel', 'a\tb'])('answers 403 for a malformed value: %j', async (token) => {
    const reply = await askByKey(site, token, '/api/version');
    expect(await refusalOf(reply)).toEqual(MALFORMED);
    expect(reply.headers.get('x-rate-limit-limit')).toMatch(/^\d+$/);
  });

  test('answers 403 beside the header of an app key', async () => {
    const key = await keyOf('player', 'rce-lh-read');
    const reply = await askByKey(site, key, THIS, { headers: { 'rumpus-app-key': key } });
    expect(await refusalOf(reply)).toEqual(MALFORMED);
    expect(await refusalOf(await site.ask(undefined, THIS, { headers: { 'rumpus-app-key': key } }))).toEqual(INVALID);
  });

  test('is ignored by pages and telemetry', async () => {
    expect((await askByKey(site, 'nonsense', '/')).status).toBe(200);
    const body = { data: [{ message: 'x', '@time': new Date().toISOString() }] };
    const sent = { method: 'POST', body };
    expect((await askByKey(site, 'nonsense', '/api/telemetry/datasets/rumpus_site_errors', sent)).status).toBe(202);
  });
});

describe('a request with a key', () => {
  test('ignores cookies, and needs no XSRF token', async () => {
    const key = await keyOf('player', 'rumpus-account-read', 'rumpus-items-write');
    const { cookie } = await openTestApp(site).signIn('super');
    const headers = { cookie, origin: 'https://tool.example', 'sec-fetch-site': 'cross-site' };
    const me = await dataOf<{ userId: string }>(await askByKey(site, key, ME, { headers }));
    expect(me).toMatchObject({ userId: CAST.player.userId, loginId: null });
    expect((await askByKey(site, key, ITEMS, { method: 'POST', body: 'x', headers })).status).toBe(201);
    expect(await refusalOf(await askByKey(site, 'wrong', ME, { headers }))).toEqual(INVALID);
    await askByKey(site, key, '/api/auth/logout', { headers: { cookie } });
    expect((await site.ask(undefined, ME, { headers: { cookie } })).status).toBe(200);
  });

  test('acts as @me, and may have unknown query parameters', async () => {
    const key = await keyOf('creator', 'rce-lh-report');
    const path = '/api/aliases/contexts/rumpus/users?userIds=@me&DieBlopfish=17&tag=race&local-cache-id=x';
    expect(await dataOf(await askByKey(site, key, path))).toMatchObject([{ userId: CAST.creator.userId }]);
  });

  test('may have an empty form body where none is needed', async () => {
    const key = await keyOf('player', 'rumpus-items-write');
    const item = await createItem(site, CRATE, 'player');
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' };
    const put = await askByKey(site, key, `${ITEMS}/${item.itemId}`, { method: 'PUT', headers, body: '' });
    expect(put.status).toBe(200);
  });

  test('never masquerades, whatever the query or cookie says', async () => {
    const key = await keyOf('super', 'rumpus-account-read');
    for (const query of ['?masquerade=staff', '?masquerade=king']) {
      const me = await dataOf<object>(
        await askByKey(site, key, ME + query, { headers: { cookie: 'masquerade=staff' } }),
      );
      expect(me).not.toHaveProperty('masquerade');
    }
  });

  test('has the role of a player, whatever the owner’s role', async () => {
    const key = await keyOf('super', ...PERMISSION_IDS);
    const hidden = await createItem(site, CRATE, 'player', { tags: ['hidden'] });
    expect((await askByKey(site, key, `${ITEMS}/${hidden.itemId}`)).status).toBe(404);
    const override = `${ITEMS}/${hidden.itemId}?permissionsOverride=true`;
    expect(await refusalOf(await askByKey(site, key, override))).toEqual([403, "You aren't allowed in here."]);
    expect(await refusalOf(await askByKey(site, key, '/api/audit'))).toEqual(LACKS);
    expect((await site.ask('super', `${ITEMS}/${hidden.itemId}`)).status).toBe(200);
  });

  test('reads public items with any key, and the owner’s with the permission', async () => {
    const hidden = await createItem(site, CRATE, 'player', { tags: ['hidden'] });
    const [none, reads] = [await keyOf('player', 'rce-lh-report'), await keyOf('player', 'rumpus-items-read')];
    expect((await askByKey(site, none, ITEMS)).status).toBe(200);
    expect((await askByKey(site, none, `${ITEMS}/${hidden.itemId}`)).status).toBe(404);
    expect((await askByKey(site, reads, `${ITEMS}/${hidden.itemId}`)).status).toBe(200);
    const usage = `${CRATE}/usage`;
    expect(await refusalOf(await askByKey(site, none, usage))).toEqual(LACKS);
    expect((await askByKey(site, reads, usage)).status).toBe(200);
  });
});

describe('a key is refused', () => {
  test('as soon as it expires', async () => {
    const { key, expiresAt } = await createKey(site, 'player', ['rce-lh-read']);
    const at = (ms: number) => {
      const now = () => new Date(Date.parse(expiresAt ?? '') + ms);
      return openTestApp(site, {}, { now }).sendRequest(THIS, { headers: { 'rumpus-delegation-key': key } });
    };
    expect((await at(-1)).status).toBe(200);
    expect(await refusalOf(await at(0))).toEqual(INVALID);
  });

  test('as soon as it is revoked, in every process', async () => {
    const beside = await site.openBeside();
    const { key, passId } = await createKey(site, 'player', ['rce-lh-read']);
    // The first use is recorded, the second is cached.
    for (const one of [site, beside, site, beside]) expect((await askByKey(one, key, THIS)).status).toBe(200);
    await site.ask('player', `/api/delegation/keys/${passId}`, { method: 'DELETE' });
    expect(await refusalOf(await askByKey(site, key, THIS))).toEqual(INVALID);
    await expect.poll(async () => (await askByKey(beside, key, THIS)).status).toBe(401);
    await beside.close();
  });

  test('in the middle of a long response', async () => {
    const { key, passId } = await createKey(site, 'player', ['rumpus-items-read']);
    const request = new Request(`http://localhost:8080${ITEMS}`, { headers: { 'rumpus-delegation-key': key } });
    const input = { request, path: ITEMS, search: '', cookies: {} };
    const actor = await authenticate(site.parts, input);
    expect(await isStillAuthenticated(site.parts, input, actor)).toBe(true);
    await site.ask('player', `/api/delegation/keys/${passId}`, { method: 'DELETE' });
    expect(await isStillAuthenticated(site.parts, input, actor)).toBe(false);
  });

  test('while its owner is banned', async () => {
    const key = await keyOf('collaborator', 'rce-lh-read');
    expect((await askByKey(site, key, THIS)).status).toBe(200);
    await setBan('collaborator', new Date());
    await expect.poll(async () => (await askByKey(site, key, THIS)).status).toBe(401);
    expect(await refusalOf(await askByKey(site, key, '/api/version'))).toEqual(INVALID);
    await setBan('collaborator', null);
    await expect.poll(async () => (await askByKey(site, key, THIS)).status).toBe(200);
  });
});

test('the use of a key is recorded once in ten minutes, and needs no statement in between', async () => {
  const { key, passId } = await createKey(site, 'player', ['rce-lh-read'], null);
  const lastUsed = async () => {
    const [row] = await site.parts.db.query<Pick<Row<'delegation_keys'>, 'last_used_at'>>(
      sql`select last_used_at from delegation_keys where key_id = ${passId}`,
    );
    return row?.last_used_at;
  };
  expect(await lastUsed()).toBeNull();
  let now = Date.now();
  const door = openTestApp(site, {}, { now: () => new Date(now) });
  const sendRequest = () => door.sendRequest(THIS, { headers: { 'rumpus-delegation-key': key } });
  await sendRequest();
  const first = await lastUsed();
  expect(first?.getTime()).toBe(now);
  now += 599_000;
  // The notification of the recorded use may arrive a moment later, and then the key is read once more.
  await expect.poll(() => statementsOf(sendRequest, 5)).toBe(0);
  expect(await lastUsed()).toEqual(first);
  now += 2000;
  await sendRequest();
  expect((await lastUsed())?.getTime()).toBe(now);
});

async function statementsOf(sendRequest: () => Promise<Response>, times: number): Promise<number> {
  let statements = 0;
  const count = () => (statements += 1);
  site.parts.db.pool.on('acquire', count);
  for (let at = 0; at < times; at += 1) expect((await sendRequest()).status).toBe(200);
  site.parts.db.pool.off('acquire', count);
  return statements;
}

/** A key that was issued before this site existed. */
async function insertKey(token: string): Promise<void> {
  await site.parts.db.query(sql`
    insert into delegation_keys (key_id, key_hash, user_id, name, permissions, created_at)
    values (${randomUUID()}, ${hashOfToken(token)}, ${CAST.player.userId}, 'old', '{rce-lh-read}', now())`);
}
