import { beforeEach, describe, expect, test } from 'vitest';

import { TESTER_HEADER } from '#app/admin/api/tester-role.ts';
import { openTesterToken } from '#app/admin/api/tester-tokens.server.ts';
import { confirmApproval, findApprovals } from '#app/approvals/approvals.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Role } from '#app/current/role.ts';
import { createKey } from '#app/delegation/keys.server.ts';
import { findValidKey } from '#app/door/keys.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import { runJobs } from '#test/mail/jobs.ts';
import { openOldAccount, pressLink, undoPathsFor } from '#test/people/old-accounts.ts';
import { addressesOf, openSession, postAccount } from '#test/people/owners.ts';
import type { TestOwner } from '#test/people/owners.ts';
import { FORM_HEADERS, useTestSite } from '#test/site.ts';
import { openTestApp } from '#test/test-app.ts';

import { addVerifiedEmail } from '../emails/emails.server.ts';
import { recoverAccount, recoveryApproval } from './staff-recovery.server.ts';

const site = useTestSite({ TWO_PERSON_RULE: 'on' });
let domains = 0;
let at = (name: string) => name;
let owner: TestOwner;
beforeEach(async () => {
  domains += 1;
  const domain = `lost${domains}.example`;
  at = (name) => `${name}@${domain}`;
  owner = await openOldAccount(site, at('dead'));
});

const as = (userId: string, role: Role): Current => {
  const current = systemCurrent(site.parts);
  return { ...current, actor: { ...current.actor, userId, role, ownRole: role, provedAt: current.now() } };
};
const admin = () => as(CAST.admin.userId, 'admin');
const ask = (address: string) => recoverAccount(admin(), owner.userId, { email: address, reason: 'They showed us.' });
const confirm = async (approvalId = '') =>
  confirmApproval(as(CAST.super.userId, 'super'), [recoveryApproval], approvalId);
const linkTo = async (name: string) => {
  await runJobs(site);
  return undoPathsFor(site, at(name))[0];
};

describe('somebody who has lost every way in', () => {
  test('gets back by a link that two persons let them have; all addresses are told, and the old one undoes it', async () => {
    const session = await openSession(site, owner.userId);
    const asked = await ask(at('new'));
    expect(await linkTo('new')).toBeUndefined();
    await expect(confirmApproval(admin(), [recoveryApproval], asked?.approvalId ?? '')).rejects.toMatchObject({
      status: 403,
    });
    await confirm(asked?.approvalId);
    const path = await linkTo('new');
    const told = site.parts.mailer.keptMails().filter(({ to }) => to === at('dead'));
    expect(told.some(({ text }) => text.includes('take over this account'))).toBe(true);
    expect(await addressesOf(site, owner.userId)).toEqual([`*${at('dead')}`]);
    expect(await pressLink(site, path)).toBe(200);
    expect(await addressesOf(site, owner.userId)).toEqual([`*${at('new')}`, at('dead')]);
    expect((await session.visitor.get('/api/auth/accounts/@me')).status).not.toBe(200);
    expect(await pressLink(site, path)).not.toBe(200);
    expect(await pressLink(site, await linkTo('dead'))).toBe(200);
    expect(await addressesOf(site, owner.userId)).toEqual([`*${at('dead')}`]);
  });

  test('is let in by no single person, whatever they masquerade as', async () => {
    const boss = as(CAST.super.userId, 'super');
    const masked = { ...boss, actor: { ...boss.actor, role: 'admin', masquerade: 'admin' } as const };
    const wanted = { email: at('new'), reason: 'They showed us.' };
    for (const asker of [boss, masked]) {
      const asked = await recoverAccount(asker, owner.userId, wanted);
      for (const confirmer of [boss, masked])
        await expect(confirmApproval(confirmer, [recoveryApproval], asked?.approvalId ?? '')).rejects.toMatchObject({
          status: 403,
        });
    }
    const lower = { ...admin(), actor: { ...admin().actor, role: 'staff', masquerade: 'staff' } as const };
    await expect(recoverAccount(lower, owner.userId, wanted)).rejects.toMatchObject({ status: 403 });
    expect(await linkTo('new')).toBeUndefined();
  });

  test('is let back in although the account is frozen, as its page says, and the codes on paper are void', async () => {
    await postAccount(owner.visitor, 'recovery.make', {});
    await site.parts.db.query(sql`update accounts set frozen_at = now() where user_id = ${owner.userId}`);
    const page = async () => (await site.ask('staff', `/admin/accounts/${owner.userId}`)).text();
    expect(await page()).toContain('Somebody has undone a change of its addresses');
    await confirm((await ask(at('new')))?.approvalId);
    expect(await pressLink(site, await linkTo('new'))).toBe(200);
    const rows = await site.parts.db.query(sql`
      select frozen_at, (select count(*)::int from recovery_codes c where c.user_id = a.user_id) as codes
      from accounts a where user_id = ${owner.userId}`);
    expect(rows).toEqual([{ frozen_at: null, codes: 0 }]);
    expect(await page()).not.toContain('Somebody has undone a change of its addresses');
  });

  test('gets no address that somebody has, none that is none, and no account of equal rank', async () => {
    const other = await openOldAccount(site, at('other'));
    await expect(ask(at('other'))).rejects.toMatchObject({ code: 'accounts.takenEmail' });
    await expect(ask('nobody')).rejects.toMatchObject({ code: 'accounts.invalidEmail' });
    const wanted = { email: at('new'), reason: 'They showed us.' };
    await expect(recoverAccount(admin(), CAST.admin.userId, wanted)).rejects.toMatchObject({ status: 403 });
    await expect(recoverAccount(as(CAST.staff.userId, 'staff'), other.userId, wanted)).rejects.toMatchObject({
      status: 403,
    });
    const stale = { ...admin(), actor: { ...admin().actor, provedAt: new Date(0) } };
    await expect(recoverAccount(stale, owner.userId, wanted)).rejects.toMatchObject({ status: 403 });
  });

  test('loses the link when somebody takes the address meanwhile, or after three days', async () => {
    await confirm((await ask(at('new')))?.approvalId);
    const path = await linkTo('new');
    await openOldAccount(site, at('new'));
    expect(await pressLink(site, path)).toBe(409);
    await confirm((await ask(at('late')))?.approvalId);
    const late = await linkTo('late');
    await site.parts.db.query(sql`update confirmations set expires_at = now() where user_id = ${owner.userId}`);
    expect(await pressLink(site, late)).not.toBe(200);
    expect(await addressesOf(site, owner.userId)).toEqual([`*${at('dead')}`]);
  });

  test('is asked for on the page of the account, and waits there for a second person', async () => {
    const path = `/admin/accounts/${owner.userId}`;
    expect(await (await site.ask('admin', path)).text()).toContain('Lost every way in?');
    const fields = { intent: 'recover', email: at('page'), reason: 'They showed us.' };
    const answer = await site.submit('admin', path, fields);
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `${path}?done=asked`]);
    const { approvals } = await findApprovals(as(CAST.super.userId, 'super'), 'waiting', undefined);
    expect(
      approvals.some(({ kind, target }) => kind === 'accounts.recover' && target === `account/${owner.userId}`),
    ).toBe(true);
    expect((await site.submit('staff', path, fields)).status).toBe(403);
  });
});

describe('where a role wants a passkey', () => {
  const door = () => openTestApp(site, { PASSKEY_ROLE: 'admin' });
  const roleOf = async (who: 'staff' | 'admin' | 'super', isProved: boolean) => {
    const app = door();
    const { cookie, loginId } = await app.signIn(who);
    if (isProved) await app.parts.sessions.prove(loginId, app.parts.now(), true);
    const statuses: number[] = [];
    for (const path of ['/admin', '/admin/apps'])
      statuses.push((await app.sendRequest(path, { headers: { cookie } })).status);
    return statuses;
  };

  test('a session acts below it until it is proved by one, and others are as ever', async () => {
    expect(await roleOf('admin', false)).toEqual([200, 403]);
    expect(await roleOf('super', false)).toEqual([200, 403]);
    expect(await roleOf('admin', true)).toEqual([200, 200]);
    expect(await roleOf('staff', false)).toEqual([200, 403]);
  });

  test('no key, masquerade or token of the tester gets round it', async () => {
    const app = door();
    const { cookie } = await app.signIn('super');
    const masked = await app.sendRequest('/admin?masquerade=admin', { headers: { cookie } });
    expect([masked.status, (await masked.text()).includes('Invalid masquerade')]).toEqual([400, true]);
    const person = systemCurrent(app.parts);
    const { key } = await createKey(as(CAST.super.userId, 'super'), {
      name: 'k',
      permissions: ['rumpus-shortlinks-manage'],
      days: 30,
    });
    const asKey = new Request('http://localhost/', { headers: { 'rumpus-delegation-key': key } });
    expect(await findValidKey(app.parts, asKey)).toMatchObject({ role: 'staff' });
    const open = (actor: Partial<Current['actor']>) =>
      openTesterToken({ ...person, actor: { ...person.actor, userId: CAST.super.userId, ...actor } }, 'staff');
    // Opened by a session that was proved by one, and then by one that was not.
    const tokens = [await open({ isByPasskey: true }), await open({})];
    const statuses: number[] = [];
    for (const { token } of tokens) {
      const headers = { [TESTER_HEADER]: token };
      statuses.push((await app.sendRequest('/api/auth/accounts/@me', { headers })).status);
    }
    expect(statuses).toEqual([200, 401]);
  });

  test('the account page says why', async () => {
    const app = door();
    const { cookie } = await app.signIn('admin');
    const page = await (await app.sendRequest('/account', { headers: { cookie } })).text();
    expect(page).toContain('Your role wants a passkey');
    const { cookie: player } = await app.signIn('player');
    const theirs = await (await app.sendRequest('/account', { headers: { cookie: player } })).text();
    expect(theirs).not.toContain('Your role wants a passkey');
  });

  test('who has a passkey removes none by a mail alone, and changes no address, of which the undo would', async () => {
    const { userId } = CAST.super;
    await site.parts.db
      .query(sql`insert into passkeys (credential_id, user_id, public_key, counter, name, is_synced, created_at)
      values ('rule', ${userId}, ${Buffer.of(0)}, 0, 'mine', false, now())`);
    const app = door();
    const { cookie, xsrf, loginId } = await app.signIn('super');
    const send = async (fields: Record<string, string> = { intent: 'passkeys.remove', passkeyId: 'rule' }) => {
      const headers = {
        cookie,
        'x-xsrf-token': xsrf,
        origin: 'http://localhost:8080',
        'content-type': 'application/x-www-form-urlencoded',
      };
      const body = new URLSearchParams(fields).toString();
      return (await app.sendRequest('/account', { method: 'POST', headers, body })).status;
    };
    expect(await send()).toBe(403);
    await addVerifiedEmail(systemCurrent(site.parts), userId, at('second'));
    const key = at('second');
    for (const intent of ['emails.add', 'emails.primary', 'emails.remove'])
      expect(await send({ intent, key, email: at('third') })).toBe(403);
    await app.parts.sessions.prove(loginId, app.parts.now(), true);
    expect(await send()).toBe(200);
  });

  test('who gets back has no passkey anymore, so that they can add one by a mail', async () => {
    await site.parts.db.query(sql`update accounts set role = 'admin' where user_id = ${owner.userId}`);
    await site.parts.db
      .query(sql`insert into passkeys (credential_id, user_id, public_key, counter, name, is_synced, created_at)
      values ('lost', ${owner.userId}, ${Buffer.of(0)}, 0, 'mine', false, now())`);
    const app = openTestApp(site, { PASSKEY_ROLE: 'admin' });
    const boss = { ...systemCurrent(app.parts), actor: as(CAST.super.userId, 'super').actor };
    await recoverAccount(boss, owner.userId, { email: at('new'), reason: 'They showed us.' });
    const path = await linkTo('new');
    const pressed = await app.sendRequest(path ?? '', { method: 'POST', headers: FORM_HEADERS, body: '' });
    expect(pressed.status).toBe(200);
    const left = await site.parts.db.query(sql`select from passkeys where user_id = ${owner.userId}`);
    expect([left.length, await addressesOf(site, owner.userId)]).toEqual([0, [`*${at('new')}`, at('dead')]]);
  });
});
