import { beforeEach, describe, expect, test } from 'vitest';

import { setAccount } from '#app/accounts/accounts.server.ts';
import { addVerifiedEmail } from '#app/accounts/emails/emails.server.ts';
import { banAccount } from '#app/accounts/staff/bans.server.ts';
import { changeRole, grantRole, hasSecondPerson, roleApproval } from '#app/accounts/staff/roles.server.ts';
import { parseConfig } from '#app/current/config/config.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf } from '#test/storage.ts';

import { APPROVAL_HOURS, MAX_PENDING } from './approval.ts';
import type { AskedApproval } from './approval.ts';
import {
  confirmApproval,
  countApprovals,
  declineApproval,
  findApprovals,
  withdrawApproval,
} from './approvals.server.ts';

const site = useTestSite({ TWO_PERSON_RULE: 'on' });
const system = () => systemCurrent(site.parts);
const KINDS = [roleApproval];
const SECOND = 'second';
const THIRD = 'third';

/** A super with a fresh sign-in. */
const as = (userId: string, more: Partial<Current['actor']> = {}): Current => {
  const current = system();
  return { ...current, actor: { ...current.actor, userId, provedAt: current.now(), ...more } };
};
const roleOf = async (userId: string) => {
  const [row] = await site.parts.db.query<{ role: string }>(sql`select role from accounts where user_id = ${userId}`);
  return row?.role;
};
const ask = async (
  role: 'staff' | 'admin' = 'staff',
  by: string = CAST.super.userId,
  userId: string = CAST.creator.userId,
) => (await changeRole(as(by), userId, { role, reason: 'They help.' }))?.approvalId ?? '';
const confirm = (approvalId: string, by = as(SECOND)) => confirmApproval(by, KINDS, approvalId);
const statusOf = (deed: Promise<unknown>) =>
  deed.then(
    () => 'done',
    ({ code }: { code: string }) => code,
  );

beforeEach(async () => {
  await site.parts.db.query(sql`delete from approvals`);
  for (const userId of [SECOND, THIRD, CAST.super.userId]) await setAccount(system(), userId, 'super');
  await setAccount(system(), CAST.creator.userId, 'authenticated');
  site.clock.now = new Date();
});

describe('a change of a role where two persons are the rule', () => {
  test('waits by a call, and changes nothing', async () => {
    const path = `/api/auth/accounts/${CAST.creator.userId}/role`;
    const answer = await site.ask('super', path, { method: 'PUT', body: { role: 'staff', reason: 'They help.' } });
    expect(answer.status).toBe(202);
    const { approvalId, expiresAt } = await dataOf<AskedApproval>(answer);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan((APPROVAL_HOURS - 1) * 3_600_000);
    expect(await roleOf(CAST.creator.userId)).toBe('authenticated');
    expect((await findApprovals(as(SECOND), 'waiting', undefined)).approvals).toMatchObject([
      { approvalId, askedBy: CAST.super.userId, shown: { role: 'authenticated' }, payload: { role: 'staff' } },
    ]);
  });

  test('waits by the form, which says so', async () => {
    const page = `/admin/accounts/${CAST.creator.userId}`;
    const answer = await site.submit('super', page, { intent: 'role', role: 'staff', reason: 'They help.' });
    expect(answer.headers.get('location')).toBe(`${page}?done=asked`);
    expect(await (await site.ask('super', `${page}?done=asked`)).text()).toContain('waits for a second super user');
  });

  test('is done once by another super, and the audit names both', async () => {
    const approvalId = await ask();
    const pressed = await Promise.all([SECOND, THIRD, SECOND].map((by) => statusOf(confirm(approvalId, as(by)))));
    expect(pressed.toSorted()).toEqual(['approvals.notPending', 'approvals.notPending', 'done']);
    expect(await roleOf(CAST.creator.userId)).toBe('staff');
    const log = await site.parts.db.query(sql`
      select action, user_id, reason, after->>'userId' as asker from audit
      where target = ${`account/${CAST.creator.userId}`} order by audit_id desc limit 3`);
    const confirmer = log[0]?.['user_id'];
    expect([SECOND, THIRD]).toContain(confirmer);
    expect(log).toEqual([
      { action: 'approval.confirm', user_id: confirmer, reason: 'They help.', asker: CAST.super.userId },
      { action: 'account.role', user_id: confirmer, reason: 'They help.', asker: null },
      { action: 'approval.ask', user_id: CAST.super.userId, reason: 'They help.', asker: CAST.super.userId },
    ]);
    const [told] = await site.parts.db.query(sql`select count(*)::int as count from graphile_worker.jobs
      where task_identifier = 'notifications:fanOut'`);
    expect(told?.['count']).toBeGreaterThan(0);
  });

  test('is not confirmed by who asked, whatever they masquerade as, nor without a fresh sign-in or the role', async () => {
    const approvalId = await ask();
    const own = as(CAST.super.userId, { masquerade: 'admin', role: 'super' });
    expect(await statusOf(confirm(approvalId, own))).toBe('approvals.ownApproval');
    expect(await statusOf(declineApproval(own, approvalId, 'my own'))).toBe('approvals.ownApproval');
    const stale = new Date(Date.now() - 16 * 60_000);
    expect(await statusOf(confirm(approvalId, as(SECOND, { provedAt: stale })))).toBe('current.proofRequired');
    expect(await statusOf(confirm(approvalId, as(SECOND, { role: 'admin' })))).toBe('current.notAllowed');
    expect(await roleOf(CAST.creator.userId)).toBe('authenticated');
  });

  test('is not confirmed by who asked when two accounts have become one', async () => {
    const approvalId = await ask('staff', THIRD);
    await site.parts.db.query(sql`update approvals set asked_by = ${SECOND} where asked_by = ${THIRD}`);
    expect(await statusOf(confirm(approvalId))).toBe('approvals.ownApproval');
  });

  test('is about what both were shown', async () => {
    const approvalId = await ask('staff');
    await setAccount(system(), CAST.creator.userId, 'admin');
    expect(await statusOf(confirm(approvalId))).toBe('approvals.stateChanged');
    expect(await roleOf(CAST.creator.userId)).toBe('admin');
    await setAccount(system(), CAST.creator.userId, 'authenticated');
    expect(await statusOf(confirm(approvalId))).toBe('done');
  });

  test('is over after a day, declined, or withdrawn by who asked alone', async () => {
    const [late, declined, withdrawn] = [await ask(), await ask(), await ask()];
    await declineApproval(as(SECOND), declined, 'Not yet.');
    expect(await statusOf(withdrawApproval(as(SECOND), withdrawn))).toBe('approvals.notPending');
    await withdrawApproval(as(CAST.super.userId), withdrawn);
    site.advanceClock(APPROVAL_HOURS * 3_600_000 + 1);
    const over = await Promise.all([late, declined, withdrawn].map((one) => statusOf(confirm(one))));
    expect(over).toEqual(['approvals.notPending', 'approvals.notPending', 'approvals.notPending']);
    const { approvals } = await findApprovals(as(SECOND), 'decided', undefined);
    expect(approvals.map(({ state, answer }) => [state, answer])).toEqual([
      ['withdrawn', null],
      ['declined', 'Not yet.'],
      ['expired', null],
    ]);
  });

  test('is gone with the role of who asked', async () => {
    const approvalId = await ask('staff', THIRD);
    const demotion = await ask('admin', CAST.super.userId, THIRD);
    await confirm(demotion);
    expect(await roleOf(THIRD)).toBe('admin');
    expect(await statusOf(confirm(approvalId))).toBe('approvals.notPending');
  });

  test('leaves two who can confirm, also when both press at once', async () => {
    const demotions = [await ask('admin', CAST.super.userId, THIRD), await ask('admin', THIRD, CAST.super.userId)];
    const pressed = await Promise.all(demotions.map((one) => statusOf(confirm(one))));
    expect(pressed).toContain('done');
    expect(['approvals.nobodyToConfirm', 'approvals.notPending']).toContain(pressed.find((one) => one !== 'done'));
    expect(await hasSecondPerson(system())).toBe(true);
  });

  test('is asked for a bounded number of times', async () => {
    for (let count = 0; count < MAX_PENDING; count += 1) await ask();
    expect(await statusOf(ask())).toBe('approvals.tooManyPending');
    const { approvals } = await findApprovals(as(SECOND), 'waiting', undefined);
    const older = await findApprovals(as(SECOND), 'waiting', approvals[4]?.approvalId);
    expect([approvals.length, older.approvals]).toEqual([MAX_PENDING, approvals.slice(5)]);
    expect(await countApprovals(as(SECOND), 5)).toBe(5);
    expect(await countApprovals(as(CAST.super.userId), 5)).toBe(0);
  });

  test('needs no second person on the server itself', async () => {
    await addVerifiedEmail(system(), CAST.creator.userId, 'made@studio.example');
    await grantRole(system(), 'made@studio.example', 'admin');
    expect(await roleOf(CAST.creator.userId)).toBe('admin');
  });
});

test('the page shows what waits to supers, with what they can do about it', async () => {
  await ask('staff', SECOND);
  const page = async () =>
    (await (await site.ask('super', '/admin/approvals')).text()).replaceAll(/<!--.*?-->|<[^>]+>/g, '');
  expect(await page()).toMatch(/asks to change the role of .+ from Player to Staff\./);
  const [row] = (await findApprovals(as(SECOND), 'waiting', undefined)).approvals;
  const fields = { intent: 'approvals.confirm', approvalId: row?.approvalId ?? '' };
  expect((await site.submit('super', '/admin/approvals', fields)).status).toBe(200);
  expect(await roleOf(CAST.creator.userId)).toBe('staff');
  expect(await (await site.ask('super', '/admin')).text()).not.toContain('/admin/approvals?');
});

test('the rule is off by default, and counts whoever can sign in', async () => {
  expect(parseConfig({}).TWO_PERSON_RULE).toBe('off');
  expect(await hasSecondPerson(system())).toBe(true);
  await site.parts.db.query(sql`update accounts set banned_at = now() where user_id in (${SECOND}, ${THIRD})`);
  expect(await hasSecondPerson(system())).toBe(false);
  await site.parts.db.query(sql`update accounts set banned_at = null where user_id in (${SECOND}, ${THIRD})`);
  await expect(banAccount(as(SECOND), THIRD, { reason: 'no such', until: null })).rejects.toMatchObject({
    status: 403,
  });
});
