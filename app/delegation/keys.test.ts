import { createHash } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { api } from '#app/nouns.server.ts';
import germanTexts from '#content/locales/de-DE.json' with { type: 'json' };
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { askByKey, createKey } from '#test/people/keys.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf, refusalOf } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';

import type { CreatedKey, ListedKey } from './key.ts';
import { MAX_KEYS } from './key.ts';
import { sweepKeys } from './keys.server.ts';
import { OPEN_PERMISSION_IDS, isPermission } from './permissions.ts';

const site = useTestSite();
const de: Partial<Record<string, string>> = germanTexts;
const PATH = '/api/delegation/keys';
const NEW = { name: 'Level cup', permissions: ['rce-lh-read'], days: 30 };
const post = (who: 'player' | 'creator' | 'staff' | undefined, body: object) =>
  site.ask(who, PATH, { method: 'POST', body });
const list = async (who: 'player' | 'creator' | 'staff') => dataOf<ListedKey[]>(await site.ask(who, PATH));

describe('a new key', () => {
  test('is returned once, and only its SHA-256 is stored', async () => {
    const { key, ...listed } = await dataOf<CreatedKey>(await post('player', NEW));
    expect(key).toMatch(/^rumpus_key_[0-9a-f]{64}$/);
    const created = Date.parse(listed.createdAt);
    expect(listed).toEqual({
      passId: expect.any(String),
      name: 'Level cup',
      permissions: ['rce-lh-read'],
      lastUsedAt: null,
      createdAt: expect.any(String),
      hasExpired: false,
      expiresAt: new Date(created + 30 * 86_400_000).toISOString(),
    });
    expect(await list('player')).toEqual([listed]);
    const hash = createHash('sha256').update(key).digest();
    const rows = await site.parts.db.query<{ row: string; is_hash: boolean }>(
      sql`select to_jsonb(k)::text as row, key_hash = ${hash} as is_hash from delegation_keys k`,
    );
    expect(rows.filter(({ is_hash }) => is_hash)).toHaveLength(1);
    for (const { row } of rows) expect(row).not.toContain(key.slice(-64));
  });

  test('may have no expiry', async () => {
    expect(await createKey(site, 'player', ['rce-lh-read'], null)).toMatchObject({ expiresAt: null });
  });

  test('has a name of one line, each permission once', async () => {
    const body = { ...NEW, name: '  Level\n\u200bcup\t2 ', permissions: ['rce-lh-read', 'rce-lh-read'] };
    const made = await dataOf<CreatedKey>(await post('player', body));
    expect([made.name, made.permissions]).toEqual(['Level cup 2', ['rce-lh-read']]);
  });

  test.each<[what: string, change: object, field: string]>([
    ['no name', { name: ' \n' }, 'name'],
    ['a long name', { name: 'a'.repeat(65) }, 'name'],
    ['no permission', { permissions: [] }, 'permissions'],
    ['a permission that does not exist', { permissions: ['rce-lh-read', 'everything'] }, 'permissions.1'],
    ['one that every object has', { permissions: ['constructor'] }, 'permissions.0'],
    ['days that are no choice', { days: 31 }, 'days'],
  ])('is refused with %s', async (_, change, field) => {
    const response = await post('player', { ...NEW, ...change });
    expect(response.status).toBe(400);
    expect(Object.keys(((await response.json()) as { fields: object }).fields)).toEqual([field]);
  });

  test('needs a recent sign-in, and cannot be created with a key', async () => {
    expect(await refusalOf(await post(undefined, NEW))).toEqual([401, 'Bad credentials!']);
    const { key } = await createKey(site, 'player', [...OPEN_PERMISSION_IDS]);
    const byKey = await askByKey(site, key, PATH, { method: 'POST', body: NEW });
    expect(await refusalOf(byKey)).toEqual([403, 'This key is not allowed to do that.']);
    const door = openTestApp(site, {}, { now: () => new Date(Date.now() + 16 * 60_000) });
    const { cookie, xsrf } = await openTestApp(site).signIn('player');
    const headers = { cookie, 'x-xsrf-token': xsrf, 'content-type': 'application/json' };
    const late = await door.sendRequest(PATH, { method: 'POST', headers, body: JSON.stringify(NEW) });
    expect(await refusalOf(late)).toEqual([403, 'This changes who gets in, so show us it’s you first.']);
  });

  test('is reported to its owner by mail', async () => {
    const [primary] = await site.parts.db.query<Pick<Row<'account_emails'>, 'address'>>(
      sql`select address from account_emails where user_id = ${CAST.staff.userId} and is_primary`,
    );
    const { passId } = await createKey(site, 'staff', ['rce-lh-read']);
    await runJobs(site);
    const mail = site.parts.mailer.keptMails().find(({ to }) => to === primary?.address);
    expect(mail?.text).toContain('Created the key “for rce-lh-read”.');
    await site.ask('staff', `${PATH}/${passId}`, { method: 'DELETE' });
  });

  test('is in the security log of its owner, and so is its revocation', async () => {
    const { passId } = await createKey(site, 'collaborator', ['rce-lh-report']);
    await site.ask('collaborator', `${PATH}/${passId}`, { method: 'DELETE' });
    const events = await site.parts.db.query<Pick<Row<'security_events'>, 'kind' | 'details'>>(
      sql`select kind, details from security_events where user_id = ${CAST.collaborator.userId} order by event_id`,
    );
    const details = { name: 'for rce-lh-report' };
    expect(events).toEqual([
      { kind: 'keyCreated', details },
      { kind: 'keyRevoked', details },
    ]);
  });
});

test('an account has at most twenty valid keys, also when thirty are created at once', async () => {
  const made = await Promise.all(Array.from({ length: 30 }, () => post('creator', NEW)));
  const statuses = made.map(({ status }) => status);
  expect([201, 409].map((wanted) => statuses.filter((status) => status === wanted).length)).toEqual([MAX_KEYS, 10]);
  const refused = made.find(({ status }) => status === 409);
  expect(await refusalOf(refused ?? Response.error())).toEqual([409, 'Twenty keys are the most. Revoke one first.']);
  const [first] = await list('creator');
  await site.ask('creator', `${PATH}/${first?.passId}`, { method: 'DELETE' });
  expect((await post('creator', NEW)).status).toBe(201);
  await site.parts.db.query(
    sql`update delegation_keys set expires_at = now() - interval '1 day' where user_id = ${CAST.creator.userId}`,
  );
  expect((await post('creator', NEW)).status).toBe(201);
  expect((await list('creator')).filter(({ hasExpired }) => hasExpired)).toHaveLength(MAX_KEYS);
});

test('the job deletes keys that expired more than 30 days ago', async () => {
  const { passId } = await createKey(site, 'staff', ['rce-lh-read']);
  const kept = await createKey(site, 'staff', ['rce-lh-read']);
  const age = (id: string, days: number) =>
    site.parts.db.query(
      sql`update delegation_keys set expires_at = now() - make_interval(days => ${days}) where key_id = ${id}`,
    );
  await age(passId, 31);
  await age(kept.passId, 29);
  expect(await sweepKeys(systemCurrent(site.parts))).toBe(1);
  expect((await list('staff')).map((key) => key.passId)).toEqual([kept.passId]);
});

describe('GET /api/delegation/options', () => {
  test('returns every permission, in the locale of the request', async () => {
    const options = await dataOf<{ id: string; name: string; description: string }[]>(
      await site.ask(undefined, '/api/delegation/options', { headers: { locale: 'en-US' } }),
    );
    expect(options.map(({ id }) => id)).toEqual(OPEN_PERMISSION_IDS);
    expect(options[0]).toEqual({
      id: 'rce-lh-read',
      name: 'Read Levelhead',
      description: expect.stringMatching(/^See Levelhead data/),
    });
    const { key } = await createKey(site, 'player', ['rce-lh-report']);
    const german = await askByKey(site, key, '/api/delegation/options', { headers: { locale: 'de-DE' } });
    const name = de['keys.levelheadRead.name'] ?? 'Read Levelhead';
    expect((await dataOf<{ name: string }[]>(german))[0]?.name).toBe(name);
  });
});

test('every permission that a call needs exists', () => {
  const needed = api.flatMap(({ call }) => (typeof call.byKey === 'string' ? [call.byKey] : []));
  expect(new Set(needed).size).toBeGreaterThan(3);
  expect(needed.filter((id) => !isPermission(id))).toEqual([]);
});
