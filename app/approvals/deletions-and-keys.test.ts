import { beforeEach, describe, expect, test } from 'vitest';

import { setAccount } from '#app/accounts/accounts.server.ts';
import { banAccount } from '#app/accounts/staff/bans.server.ts';
import { changeRole, roleApproval } from '#app/accounts/staff/roles.server.ts';
import { appDeletion, deleteApp } from '#app/apps/app-deletion.server.ts';
import type { AskedAppKey, CreatedAppKey } from '#app/apps/app-key.ts';
import { isWide } from '#app/apps/app-key.ts';
import { listAppKeys, revokeAppKey } from '#app/apps/app-keys.server.ts';
import { addOrigin, archiveApp, createApp, restoreApp } from '#app/apps/apps.server.ts';
import { createAppKey, keyCreation, keyRotation, rotateAppKey } from '#app/apps/new-keys.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { changeCrate } from '#app/storage/crates/crates.server.ts';
import { crateDeletion, deleteCrate } from '#app/storage/crates/deletion.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem, dataOf } from '#test/storage.ts';

import { APPROVAL_HOURS } from './approval.ts';
import type { AskedApproval } from './approval.ts';
import { confirmApproval, declineApproval, findApprovals, withdrawApproval } from './approvals.server.ts';

const site = useTestSite({ TWO_PERSON_RULE: 'on' });
const KINDS = [crateDeletion, appDeletion, keyCreation, keyRotation, roleApproval];
const ASKER = 'asker';
const SECOND = 'second';
const THIRD = 'third';
const WIDE = [{ crateId: '*', may: ['read' as const, 'write' as const] }];
const KEY = { appId: 'walked', name: 'Everything', scopes: WIDE, days: 30, callsPerMinute: 60 };

const system = () => systemCurrent(site.parts);
/** With a fresh sign-in. */
const as = (userId: string, role: 'admin' | 'super' = 'super', more: Partial<Current['actor']> = {}): Current => {
  const current = system();
  return { ...current, actor: { ...current.actor, userId, role, provedAt: current.now(), ...more } };
};
const asker = () => as(ASKER, 'admin');
const confirm = (approvalId: string, by = as(SECOND)) => confirmApproval(by, KINDS, approvalId);
const statusOf = (deed: Promise<unknown>) =>
  deed.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  );
const isThere = async (crateId: string) =>
  (await site.parts.db.query(sql`select 1 from crates where crate_id = ${crateId}`)).length > 0;
const askDeletion = async (crateId: string) => (await deleteCrate(asker(), crateId))?.approvalId ?? '';
const askKey = async (wanted: typeof KEY = KEY) => (await createAppKey(asker(), wanted)) as AskedAppKey;
const keysOf = async (appId: string) => listAppKeys(as(SECOND), appId);
const tryKey = async (key: string, crateId: string) =>
  (await site.ask(undefined, `/api/storage/crates/${crateId}/items`, { headers: { 'rumpus-app-key': key } })).status;
const textOf = async (who: 'admin' | 'super', path: string) =>
  (await (await site.ask(who, path)).text()).replaceAll(/<!--.*?-->|<[^>]+>/g, '');

beforeEach(async () => {
  site.clock.now = new Date();
  await site.parts.db.query(sql`delete from approvals`);
  for (const userId of [SECOND, THIRD, CAST.super.userId]) await setAccount(system(), userId, 'super');
  await setAccount(system(), ASKER, 'admin');
});

describe('the deletion of a crate where two persons are the rule', () => {
  test('waits by a call and by the form, for a super user', async () => {
    await createCrate(site, 'called');
    const answer = await site.ask('admin', '/api/storage/crates/called', { method: 'DELETE' });
    expect(answer.status).toBe(202);
    const { approvalId } = await dataOf<AskedApproval>(answer);
    const sent = await site.submit('admin', '/admin/crates/called', { intent: 'crates.delete' });
    expect([sent.status, await sent.text()]).toEqual([200, expect.stringContaining('waits for a second super user')]);
    expect(await isThere('called')).toBe(true);
    expect(await statusOf(confirm(approvalId, as(ASKER, 'admin')))).toBe('current.notAllowed');
    expect(await statusOf(confirm(approvalId))).toBe('done');
    expect(await isThere('called')).toBe(false);
    const log = await site.parts.db.query(sql`
      select action, user_id from audit where target = 'crate/called' order by audit_id desc limit 4`);
    expect(log).toEqual([
      { action: 'approval.confirm', user_id: SECOND },
      { action: 'crate.delete', user_id: SECOND },
      { action: 'approval.ask', user_id: CAST.admin.userId },
      { action: 'approval.ask', user_id: CAST.admin.userId },
    ]);
  });

  test('is shown to the second person with what goes, and to admins where they asked', async () => {
    const path = await createCrate(site, 'shown');
    const { itemId } = await createItem(site, path, 'creator');
    await site.ask('creator', `${path}/items/${itemId}`, { method: 'DELETE', headers: { 'if-match': '*' } });
    const { approvalId } = (await deleteCrate(as(CAST.admin.userId, 'admin'), 'shown')) ?? { approvalId: '' };
    await askDeletion('shown');
    expect(await textOf('super', '/admin/approvals')).toMatch(
      /to delete the crate shown for good, with 1 item in its trash/,
    );
    const { approvals } = await findApprovals(as(CAST.admin.userId, 'admin'), 'waiting', undefined);
    expect(approvals.map((one) => one.approvalId)).toEqual([approvalId]);
    expect(await textOf('admin', '/admin/approvals')).toContain('You ask to delete the crate shown');
    expect(await statusOf(withdrawApproval(as(CAST.admin.userId, 'admin'), approvalId))).toBe('done');
  });

  test('needs an empty crate and a fresh sign-in', async () => {
    const path = await createCrate(site, 'full');
    await createItem(site, path, 'creator');
    expect(await statusOf(deleteCrate(asker(), 'full'))).toBe('storage.crateNotEmpty');
    await createCrate(site, 'stale');
    const stale = as(ASKER, 'admin', { provedAt: new Date(Date.now() - 16 * 60_000) });
    expect(await statusOf(deleteCrate(stale, 'stale'))).toBe('current.proofRequired');
    expect(await statusOf(deleteCrate(asker(), 'no-such-crate'))).toBe('storage.noCrate');
  });

  test('is about what both were shown: its policy, its trash, and that it is empty', async () => {
    const path = await createCrate(site, 'moving');
    const [ruled, filled] = [await askDeletion('moving'), await askDeletion('moving')];
    await changeCrate(asker(), 'moving', { name: 'Moved' });
    expect(await statusOf(confirm(ruled))).toBe('approvals.stateChanged');
    const { itemId } = await createItem(site, path, 'creator');
    expect(await statusOf(confirm(filled))).toBe('storage.crateNotEmpty');
    await site.ask('creator', `${path}/items/${itemId}`, { method: 'DELETE', headers: { 'if-match': '*' } });
    expect(await statusOf(confirm(filled))).toBe('approvals.stateChanged');
    expect(await isThere('moving')).toBe(true);
    expect(await statusOf(confirm(await askDeletion('moving')))).toBe('done');
  });

  test('is done once, also when several press at once', async () => {
    await createCrate(site, 'pressed');
    const approvalId = await askDeletion('pressed');
    const pressed = await Promise.all([SECOND, THIRD, SECOND].map((by) => statusOf(confirm(approvalId, as(by)))));
    expect(pressed.filter((one) => one === 'done')).toHaveLength(1);
    const [log] = await site.parts.db.query(sql`
      select count(*)::int as count from audit where target = 'crate/pressed' and action = 'crate.delete'`);
    expect(log?.['count']).toBe(1);
  });

  test('is either withdrawn, declined or done', async () => {
    for (const crateId of ['race-0', 'race-1', 'race-2', 'race-3']) {
      await createCrate(site, crateId);
      const approvalId = await askDeletion(crateId);
      const [done, withdrawn, declined] = await Promise.all([
        statusOf(confirm(approvalId)),
        statusOf(withdrawApproval(asker(), approvalId)),
        statusOf(declineApproval(as(THIRD), approvalId, 'Not this one.')),
      ]);
      expect([done, withdrawn, declined].filter((one) => one === 'done')).toHaveLength(1);
      expect(await isThere(crateId)).toBe(done !== 'done');
    }
  });

  test('is either done before a change of the crate, or refused after it', async () => {
    for (const crateId of ['change-0', 'change-1', 'change-2', 'change-3']) {
      await createCrate(site, crateId);
      const approvalId = await askDeletion(crateId);
      const [done, changed] = await Promise.all([
        statusOf(confirm(approvalId)),
        statusOf(changeCrate(asker(), crateId, { name: 'Changed' })),
      ]);
      expect([
        ['done', 'storage.noCrate'],
        ['approvals.stateChanged', 'done'],
      ]).toContainEqual([done, changed]);
      expect(await isThere(crateId)).toBe(done !== 'done');
    }
  });

  test('is gone with the role of who asked, and with a ban', async () => {
    await createCrate(site, 'lost');
    const demoted = await askDeletion('lost');
    const { approvalId } = (await changeRole(as(SECOND), ASKER, { role: 'staff', reason: 'They left.' })) ?? {
      approvalId: '',
    };
    const [role, deletion] = await Promise.all([
      statusOf(confirm(approvalId, as(THIRD))),
      statusOf(confirm(demoted, as(SECOND))),
    ]);
    expect(role).toBe('done');
    expect(['done', 'approvals.notPending', 'approvals.askerLeft']).toContain(deletion);
    expect(await isThere('lost')).toBe(deletion !== 'done');
    await createCrate(site, 'banned');
    await setAccount(system(), 'leaver', 'admin');
    const banned = (await deleteCrate(as('leaver', 'admin'), 'banned'))?.approvalId ?? '';
    await banAccount(as(SECOND), 'leaver', { reason: 'A lost laptop', until: null });
    expect(await statusOf(confirm(banned))).toBe('approvals.notPending');
    expect(await isThere('banned')).toBe(true);
  });

  test('is not confirmed by who asked, whatever they masquerade as or where they sign in', async () => {
    await createCrate(site, 'own');
    const { approvalId } = (await deleteCrate(as(SECOND), 'own')) ?? { approvalId: '' };
    for (const own of [as(SECOND), as(SECOND, 'super', { masquerade: 'admin' }), as(SECOND, 'super', { loginId: 'x' })])
      expect(await statusOf(confirm(approvalId, own))).toBe('approvals.ownApproval');
    site.advanceClock(APPROVAL_HOURS * 3_600_000 + 1);
    expect(await statusOf(confirm(approvalId, as(THIRD)))).toBe('approvals.notPending');
    expect(await isThere('own')).toBe(true);
  });
});

describe('a key to many crates where two persons are the rule', () => {
  test('is shown once to who asked, works only when it is confirmed, and is never stored', async () => {
    const path = '/api/apps/keys';
    await createCrate(site, 'guarded', { list: ['app'], read: ['app'] });
    const answer = await site.ask('admin', path, { method: 'POST', body: KEY });
    expect(answer.status).toBe(202);
    const { approvalId, key, name } = await dataOf<AskedAppKey>(answer);
    expect([name, key]).toEqual(['Everything', expect.stringMatching(/^rumpus_app_[0-9a-f]{72}$/)]);
    expect(await tryKey(key, 'guarded')).toBe(401);
    const shown = await (await site.ask('super', '/admin/approvals')).text();
    expect(shown.replaceAll(/<!--.*?-->|<[^>]+>/g, '')).toMatch(
      /for a new key to many crates, Everything, .*may › \*.*read, write.*days.*30.*calls per minute.*60/s,
    );
    const [stored] = await site.parts.db.query<{ row: string; hash: string; log: string }>(sql`
      select to_jsonb(a)::text as row, payload->>'hash' as hash,
        (select string_agg(to_jsonb(audit)::text, '') from audit) as log from approvals a`);
    expect([stored?.row, stored?.log, shown].join('')).not.toContain(key.slice(-72));
    expect(shown).not.toContain(stored?.hash ?? '');
    await confirm(approvalId);
    expect(await tryKey(key, 'guarded')).toBe(200);
    expect(await keysOf('walked')).toMatchObject([{ name: 'Everything', scopes: WIDE, createdBy: CAST.admin.userId }]);
    const decided = await (await site.ask('super', '/admin/approvals?state=decided')).text();
    expect(decided).not.toContain(key);
  });

  test('is no key when it is declined, withdrawn or too late', async () => {
    const asked = [await askKey(), await askKey(), await askKey()];
    await declineApproval(as(SECOND), asked[0]?.approvalId ?? '', 'Name the crates.');
    await withdrawApproval(asker(), asked[1]?.approvalId ?? '');
    site.advanceClock(APPROVAL_HOURS * 3_600_000 + 1);
    expect(await statusOf(confirm(asked[2]?.approvalId ?? ''))).toBe('approvals.notPending');
    for (const { key } of asked) expect(await tryKey(key, 'guarded')).toBe(401);
  });

  test('is made once, for the app as it was', async () => {
    await createApp(asker(), { appId: 'framed', name: 'Framed' });
    const { approvalId } = await askKey({ ...KEY, appId: 'framed' });
    await addOrigin(asker(), 'framed', 'https://play.example.com');
    expect(await statusOf(confirm(approvalId))).toBe('approvals.stateChanged');
    const { approvalId: again } = await askKey({ ...KEY, appId: 'framed' });
    const pressed = await Promise.all([SECOND, THIRD].map((by) => statusOf(confirm(again, as(by)))));
    expect(pressed.toSorted()).toEqual(['approvals.notPending', 'done']);
    expect(await keysOf('framed')).toHaveLength(1);
  });

  test('is rotated by two, and by one when it is for few crates', async () => {
    const { approvalId } = await askKey({ ...KEY, appId: 'turned' });
    await confirm(approvalId);
    const [old] = await keysOf('turned');
    const rotate = async () => (await rotateAppKey(asker(), old?.keyId ?? '', 0)) as AskedAppKey;
    const [first, second, third] = [await rotate(), await rotate(), await rotate()];
    expect(await keysOf('turned')).toEqual([old]);
    expect(await textOf('super', '/admin/approvals')).toMatch(
      /in the place of Everything.*The old one ends at once\./s,
    );
    await confirm(first.approvalId);
    expect(await tryKey(first.key, 'guarded')).toBe(200);
    expect(await statusOf(confirm(second.approvalId))).toBe('apps.appKeyOver');
    await revokeAppKey(asker(), old?.keyId ?? '');
    expect(await statusOf(confirm(third.approvalId))).toBe('apps.noAppKey');
    expect(await tryKey(second.key, 'guarded')).toBe(401);
    const narrow = { ...KEY, appId: 'few', scopes: [{ crateId: 'guarded', may: ['read' as const] }] };
    const made = (await createAppKey(asker(), narrow)) as CreatedAppKey;
    expect(await tryKey(made.key, 'guarded')).toBe(200);
    expect(await rotateAppKey(asker(), made.keyId, 0)).toMatchObject({ appId: 'few' });
  });

  test('is wide by its star or by many names', () => {
    const named = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ crateId: `c-${at}`, may: ['read' as const] }));
    expect([isWide(WIDE), isWide(named(8)), isWide(named(9))]).toEqual([true, false, true]);
  });

  test('waits by the form, which shows it and says so', async () => {
    await createApp(asker(), { appId: 'formed', name: 'Formed' });
    const page = '/admin/apps/formed';
    const sent = await site.submit('admin', page, {
      intent: 'apps.createKey',
      name: 'By form',
      days: '30',
      callsPerMinute: '',
      'may.read.*': 'on',
    });
    expect([sent.status, await sent.text()]).toEqual([
      200,
      expect.stringMatching(/rumpus_app_[0-9a-f]{72}.*doesn’t work yet/s),
    ]);
  });
});

describe('the deletion of an app where two persons are the rule', () => {
  test('waits, and is about an app that is still archived', async () => {
    await createApp(asker(), { appId: 'ending', name: 'Ending' });
    expect(await statusOf(deleteApp(asker(), 'ending'))).toBe('apps.appNotArchived');
    await archiveApp(asker(), 'ending');
    const ask = async () => (await deleteApp(asker(), 'ending'))?.approvalId ?? '';
    const first = await ask();
    expect(await textOf('super', '/admin/approvals')).toContain('to delete the app Ending for good.');
    await restoreApp(asker(), 'ending');
    expect(await statusOf(confirm(first))).toBe('apps.appNotArchived');
    site.advanceClock(1000);
    await archiveApp(asker(), 'ending');
    expect(await statusOf(confirm(first))).toBe('approvals.stateChanged');
    const sent = await site.submit('admin', '/admin/apps/ending', { intent: 'apps.delete' });
    expect(await sent.text()).toContain('waits for a second super user');
    await confirm(await ask());
    expect((await site.ask('admin', '/admin/apps/ending')).status).toBe(404);
  });
});
