import { describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf, refusalOf } from '#test/storage.ts';

import { setAccount } from '../accounts.server.ts';
import { addVerifiedEmail } from '../emails/emails.server.ts';
import { changeRole, grantRole } from './roles.server.ts';

const site = useTestSite();
const LAST = [409, 'That’s the last super user. Make somebody else one first.'];
const change = (by: CastName | undefined, userId: string, role: string) =>
  site.ask(by, `/api/auth/accounts/${userId}/role`, { method: 'PUT', body: { role, reason: 'a new seat' } });

async function roles(): Promise<Record<string, string>> {
  const rows = await site.parts.db.query<{ user_id: string; role: string }>(sql`select user_id, role from accounts`);
  return Object.fromEntries(rows.map((row) => [row.user_id, row.role]));
}

test.each([
  [undefined, 401],
  ['player', 403],
  ['staff', 403],
  ['admin', 403],
] as const)('%s cannot change a role, not even their own', async (by, status) => {
  for (const who of ['player', 'staff', 'admin', 'super'] as const) {
    expect((await change(by, CAST[who].userId, 'authenticated')).status).toBe(status);
  }
});

test('a super changes any role, at once and with an entry in the audit log', async () => {
  expect((await site.ask('creator', '/api/auth/accounts')).status).toBe(403);
  expect((await change('super', CAST.creator.userId, 'staff')).status).toBe(204);
  expect((await site.ask('creator', '/api/auth/accounts')).status).toBe(200);
  const log = await site.ask('super', `/api/audit?limit=1&target=account/${CAST.creator.userId}`);
  expect((await dataOf<object[]>(log))[0]).toMatchObject({
    action: 'account.role',
    userId: CAST.super.userId,
    role: 'super',
    reason: 'a new seat',
    before: { role: 'authenticated' },
    after: { role: 'staff' },
  });
  expect((await change('super', CAST.creator.userId, 'authenticated')).status).toBe(204);
  expect((await change('super', 'nobody', 'staff')).status).toBe(404);
  expect((await change('super', CAST.creator.userId, 'public')).status).toBe(400);
});

describe('the last super stays', () => {
  test('when they would step down, or the others are banned', async () => {
    expect(await refusalOf(await change('super', CAST.super.userId, 'admin'))).toEqual(LAST);
    await setAccount(systemCurrent(site.parts), 'banned', 'super');
    await site.parts.db.query(sql`update accounts set banned_at = now() where user_id = 'banned'`);
    expect(await refusalOf(await change('super', CAST.super.userId, 'admin'))).toEqual(LAST);
    expect((await change('super', 'banned', 'authenticated')).status).toBe(204);
  });

  test('when all step down at once', async () => {
    const team = Array.from({ length: 12 }, (_, at) => `super${at}`);
    for (const userId of team) await setAccount(systemCurrent(site.parts), userId, 'super');
    const current = systemCurrent(site.parts);
    const asSuper = { ...current, actor: { ...current.actor, userId: CAST.super.userId, provedAt: current.now() } };
    const down = [...team, CAST.super.userId].map((userId) =>
      changeRole(asSuper, userId, { role: 'authenticated', reason: 'all at once' }),
    );
    const results = await Promise.allSettled(down);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    expect(Object.values(await roles()).filter((role) => role === 'super')).toHaveLength(1);
    await setAccount(current, CAST.super.userId, 'super');
  });
});

describe('npm run grant', () => {
  const grant = (address: string, role: 'super' | 'admin') => grantRole(systemCurrent(site.parts), address, role);

  test('makes the account that has verified an address super, as the system', async () => {
    await addVerifiedEmail(systemCurrent(site.parts), CAST.player.userId, 'first@studio.example');
    expect(await grant('FIRST@studio.example', 'super')).toBe(CAST.player.userId);
    expect((await roles())[CAST.player.userId]).toBe('super');
    const log = await site.ask('super', `/api/audit?limit=1&target=account/${CAST.player.userId}`);
    expect((await dataOf<object[]>(log))[0]).toMatchObject({
      action: 'account.role',
      userId: null,
      role: 'super',
      masquerade: null,
      reason: 'npm run grant',
    });
  });

  test('says what to do about an address that no account has verified, also when one claims it', async () => {
    const sentence = 'No account has confirmed that address. Sign in with it on the site first, then run this again.';
    await site.parts.db.query(sql`insert into account_emails (user_id, address_key, address, added_at)
      values (${CAST.creator.userId}, 'claimed@studio.example', 'claimed@studio.example', now())`);
    for (const address of ['claimed@studio.example', 'nobody@studio.example', 'no address']) {
      await expect(grant(address, 'admin')).rejects.toMatchObject({ status: 404, message: sentence });
    }
  });

  test('is refused for every user', async () => {
    const current = systemCurrent(site.parts);
    const somebody = { ...current, actor: { ...current.actor, userId: CAST.super.userId } };
    await expect(grantRole(somebody, 'first@studio.example', 'admin')).rejects.toMatchObject({ status: 403 });
  });
});
