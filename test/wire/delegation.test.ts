import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { ask } from './client.ts';
import { useCrate } from './crate.ts';
import { operations } from './document.ts';
import type { DocumentedOperation } from './document.ts';
import { askByKey, createKey, revokeKey } from './key.ts';
import type { WireKey } from './key.ts';

const crate = useCrate('keys');
const item = crate.keep('player', { name: 'kept' });
const { player } = inject('cast');
const THIS = 'GET /api/delegation/keys/@this';
const INVALID = [401, 'This key is not valid. It may have expired or been revoked.'];
const MALFORMED = [403, 'Malformed or missing key.'];
const LACKS = [403, 'This key is not allowed to do that.'];
const ALL_PERMISSIONS = ['rce-lh-read', 'rce-lh-manage-bookmarks', 'rce-lh-manage-following', 'rce-lh-report'].concat(
  ['account-read', 'aliases-write', 'items-read', 'items-write', 'sets-read', 'sets-write', 'stats-write'].map(
    (id) => `rumpus-${id}`,
  ),
);

/** Without it a visitor is not asked to sign in there. */
const QUERIES: Readonly<Record<string, string>> = {
  'storage.findItems': 'permissionsOverride=true',
  'storage.getItem': 'permissionsOverride=true',
  'admin.findThings': 'text=door',
};

let none: WireKey;
/** Lacks the one that `none` has. */
let accountReader: WireKey;
let all: WireKey;
/** Of staff, with what staff alone may give a key. */
let staffKey: WireKey;
beforeAll(async () => {
  none = await createKey('player', ['rce-lh-report']);
  accountReader = await createKey('player', ['rumpus-account-read']);
  all = await createKey('player', ALL_PERMISSIONS);
  staffKey = await createKey('staff', ['rumpus-shortlinks-manage']);
});
afterAll(async () => {
  for (const key of [none, accountReader, all]) await revokeKey('player', key);
  await revokeKey('staff', staffKey);
});

describe('a delegation key', () => {
  test('says what it is, with both names of its id', async () => {
    const shown = (await askByKey(all.key, THIS)).data();
    expect(shown).toEqual({
      passId: all.passId,
      _id: all.passId,
      userId: player.userId,
      name: 'wire',
      permissions: ALL_PERMISSIONS,
      expiresAt: expect.any(String),
    });
    expect((await ask('player', THIS)).refusal).toEqual(MALFORMED);
  });

  test('may have the permissions of GET /api/delegation/options', async () => {
    const options = (await ask(undefined, 'GET /api/delegation/options')).data() as { id: string; name: string }[];
    expect(options.map(({ id }) => id)).toEqual(ALL_PERMISSIONS);
    for (const option of options) {
      expect(option).toEqual({ id: expect.any(String), name: expect.any(String), description: expect.any(String) });
    }
    expect((await askByKey(none.key, 'GET /api/delegation/options')).status).toBe(200);
  });

  test('acts in the name of its owner, for @me too, whatever cookie comes with it', async () => {
    const headers = { cookie: inject('cast').admin.cookie };
    const aliases = await askByKey(none.key, 'GET /api/aliases/contexts/rumpus/users?userIds=@me&tag=race', {
      headers,
    });
    expect(aliases.data()).toMatchObject([{ userId: player.userId }]);
    const me = await askByKey(all.key, 'GET /api/auth/accounts/@me?masquerade=king', { headers });
    expect(me.data()).toMatchObject({ userId: player.userId, loginId: null });
  });

  test('writes without an XSRF token', async () => {
    const origin = { origin: 'https://tool.example', 'sec-fetch-site': 'cross-site' };
    const made = await askByKey(all.key, `POST ${crate.items}`, { body: 'x', headers: origin });
    expect(made.item.collaborators).toEqual([player.userId]);
    const headers = { ...origin, 'content-type': 'application/x-www-form-urlencoded', 'content-length': '0' };
    expect((await askByKey(all.key, `PUT ${crate.items}/${made.item.itemId}`, { headers })).status).toBe(200);
    expect((await askByKey(all.key, `DELETE ${crate.items}/${made.item.itemId}`, { headers: origin })).status).toBe(
      204,
    );
  });

  test('is revoked at once, by its owner', async () => {
    const key = await createKey('player', ['rce-lh-read']);
    expect((await askByKey(key.key, THIS)).status).toBe(200);
    const GONE = [404, 'That key is already gone.'];
    for (const passId of [key.passId, 'x', '%27', '@this']) {
      expect((await revokeKey('creator', { ...key, passId })).refusal).toEqual(GONE);
    }
    expect((await revokeKey('player', key)).status).toBe(204);
    expect((await revokeKey('player', key)).refusal).toEqual(GONE);
    expect((await askByKey(key.key, THIS)).refusal).toEqual(INVALID);
    const left = (await ask('player', 'GET /api/delegation/keys')).data() as WireKey[];
    expect(left.map(({ passId }) => passId)).not.toContain(key.passId);
  });

  test('is not made by a visitor, nor without a name and a permission', async () => {
    const line = 'POST /api/delegation/keys';
    const body = { name: 'x', permissions: ['rce-lh-read'], days: 30 };
    expect((await ask(undefined, line, { body })).refusal).toEqual([401, 'Bad credentials!']);
    for (const wrong of [{ name: '' }, { permissions: [] }, { permissions: ['all'] }, { days: 31 }]) {
      const reply = await ask('player', line, { body: { ...body, ...wrong } });
      expect(reply.refusal).toEqual([400, 'That is not how a key is made.']);
    }
    for (const read of ['GET /api/delegation/keys', 'DELETE /api/delegation/keys/x']) {
      expect((await ask(undefined, read)).refusal).toEqual([401, 'Bad credentials!']);
    }
  });

  test('is one of twenty at most', async () => {
    const made: WireKey[] = [];
    for (;;) {
      const body = { name: 'one of many', permissions: ['rce-lh-read'], days: null };
      const reply = await ask('collaborator', 'POST /api/delegation/keys', { body });
      if (reply.status !== 201) {
        expect(reply.refusal).toEqual([409, 'Twenty keys are the most. Revoke one first.']);
        break;
      }
      made.push(reply.data() as WireKey);
    }
    expect(made.length).toBeLessThanOrEqual(20);
    for (const key of made) await revokeKey('collaborator', key);
  });
});

/** The address of a call where something is there. */
function lineOf({ method, segments }: DocumentedOperation): string {
  const { crateId } = crate;
  const values: Record<string, string> = { crateId, itemId: item().itemId, context: 'rumpus', userId: player.userId };
  const path = segments.join('/').replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '7');
  return `${method} ${path}`;
}

function keyFor({ permission }: DocumentedOperation): WireKey {
  return permission === 'rumpus-shortlinks-manage' ? staffKey : all;
}

/** They read no key. */
const isOpen = ({ id }: DocumentedOperation) => id.startsWith('telemetry.add') || id.startsWith('announcements.');
const keyed = operations.filter((operation) => !isOpen(operation));

describe.each(keyed.map((operation) => [operation.id, operation] as const))('%s', (_, operation) => {
  const { method, permission } = operation;

  test('answers 401 to an unknown key of any length, and 403 to a malformed one', async () => {
    for (const key of ['A16characterkeyX', 'x', `rumpus_key_${'0'.repeat(64)}`, 'k'.repeat(4000)]) {
      expect((await askByKey(key, lineOf(operation))).refusal).toEqual(INVALID);
    }
    for (const key of ['', 'two words']) expect((await askByKey(key, lineOf(operation))).refusal).toEqual(MALFORMED);
  });

  test('answers a key without its permission as it answers anyone, or 403', async () => {
    if (permission === true) return;
    const query = QUERIES[operation.id];
    const line = query === undefined ? lineOf(operation) : `${lineOf(operation)}?${query}`;
    const toVisitor = await ask(undefined, line);
    const toKey = await askByKey((permission === 'rce-lh-report' ? accountReader : none).key, line);
    const needsUser = toVisitor.status === 401 || toVisitor.refusal[1].startsWith('This needs a key');
    if (method !== 'GET' || needsUser) expect(toKey.refusal).toEqual(LACKS);
    else expect(toKey.status).toBe(toVisitor.status);
  });

  test('answers 304 to whoever has its answer, where it is documented', async () => {
    if (operation.responses['304'] === undefined) return;
    const { key } = keyFor(operation);
    const first = await askByKey(key, lineOf(operation));
    if (first.status !== 200) return;
    const headers = { 'if-none-match': first.headers.etag ?? '' };
    const again = await askByKey(key, lineOf(operation), { headers });
    expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, first.headers.etag]);
    expect((await askByKey(key, lineOf(operation), { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  test('gives a key with every permission no more than its own', async () => {
    const reply = await askByKey(keyFor(operation).key, lineOf(operation), { headers: { 'if-match': '"0"' } });
    expect(reply.status).not.toBe(401);
    if (permission === undefined && method !== 'GET') expect(reply.refusal).toEqual(LACKS);
    if (permission !== undefined && reply.status >= 400) expect(reply.refusal).not.toEqual(LACKS);
  });
});

test('scripts of any origin may send a key to every call, and read its limits', async () => {
  for (const operation of operations) {
    const line = lineOf(operation).replace(/^\w+/, 'OPTIONS');
    const { status, headers } = await ask(undefined, line, { headers: { origin: 'https://tool.example' } });
    expect([line, status, headers['access-control-allow-origin']]).toEqual([line, 204, '*']);
    expect(headers['access-control-allow-methods']?.split(', ')).toContain(operation.method);
    expect(headers['access-control-allow-headers']).toContain('rumpus-delegation-key');
    expect(headers['access-control-allow-headers']).not.toMatch(/rumpus-app-key|xsrf|cookie|\*/i);
  }
  const { headers } = await askByKey('wrong', THIS, { headers: { origin: 'https://tool.example' } });
  for (const name of ['x-rate-limit-limit', 'x-rate-limit-remaining', 'x-rate-limit-reset']) {
    expect(headers[name]).toMatch(/^\d+$/);
    expect(headers['access-control-expose-headers']).toContain(name);
  }
});
