import { beforeAll, describe, expect, test } from 'vitest';

import type { SessionUser } from '#app/current/browser/session-user.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf, refusalOf } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';

import { getSessionUser, hasAccounts, setAccount } from './accounts.server.ts';

const site = useTestSite();
const NAMES = ['player', 'creator', 'collaborator', 'staff', 'admin', 'super'] as const;
const LOGGED_OUT = [401, 'Bad credentials!'];
const FORBIDDEN = [403, "You aren't allowed in here."];
const MISSING = [404, "We don't have what you're looking for."];
const address = (userId: string) => `/api/auth/accounts/${userId}`;

beforeAll(async () => setAccount(systemCurrent(site.parts), 'nameless', 'authenticated'));

describe('GET /api/auth/accounts/{userId}', () => {
  test.each(NAMES)('answers %s with their own session user, by their id and by @me', async (who) => {
    const { userId, alias, role } = CAST[who];
    for (const id of [userId, '@me', '%40me']) {
      const user = await dataOf<SessionUser>(await site.ask(who, address(id)));
      expect(user).toEqual({ userId, alias, usertype: role, loginId: user.loginId, bsidx: null });
      expect(user.loginId).toMatch(/^[\w-]{16}$/);
    }
  });

  test('answers with the loginId of this session, not of another', async () => {
    const door = openTestApp(site);
    const [phone, desk] = [await door.signIn('player'), await door.signIn('player')];
    const loginOf = async (cookie: string) =>
      (await dataOf<SessionUser>(await door.sendRequest(address('@me'), { headers: { cookie } }))).loginId;
    expect([await loginOf(phone.cookie), await loginOf(desk.cookie)]).toEqual([phone.loginId, desk.loginId]);
  });

  /** What each role gets of a player's account, of a super's, and of an unknown one. */
  const table: [CastName | undefined, unknown[], unknown[], unknown[]][] = [
    [undefined, LOGGED_OUT, LOGGED_OUT, LOGGED_OUT],
    ['creator', FORBIDDEN, FORBIDDEN, FORBIDDEN],
    ['staff', FORBIDDEN, FORBIDDEN, FORBIDDEN],
    ['admin', [200], [200], MISSING],
  ];
  test.each(table)('answers %s with another account, or refuses', async (who, ofPlayer, ofSuper, ofNobody) => {
    for (const [id, expected] of [
      [CAST.player.userId, ofPlayer],
      [CAST.super.userId, ofSuper],
      ['nobody', ofNobody],
    ] as const) {
      const response = await site.ask(who, address(id));
      expect(response.status === 200 ? [200] : await refusalOf(response), id).toEqual(expected);
    }
  });

  test('answers an admin without the loginId and the masquerade of another account', async () => {
    const user = await dataOf<SessionUser>(await site.ask('admin', `${address(CAST.player.userId)}?masquerade=admin`));
    expect(user).toEqual({
      userId: CAST.player.userId,
      alias: CAST.player.alias,
      usertype: 'authenticated',
      loginId: null,
      bsidx: null,
    });
  });

  test('answers without an alias for an account that has none', async () => {
    expect(await dataOf(await site.ask('admin', address('nameless')))).toMatchObject({ alias: null });
  });

  test('answers 400 and names the parameter for an id of more than 64 characters', async () => {
    expect(await refusalOf(await site.ask('admin', address('a'.repeat(65))))).toEqual([
      400,
      'Invalid userId: at most 64 characters',
    ]);
  });
});

describe('an account', () => {
  test('is set by a super alone', async () => {
    const current = systemCurrent(site.parts);
    for (const role of ['public', 'authenticated', 'staff', 'admin'] as const) {
      const caller = { ...current, actor: { ...current.actor, userId: 'someone', role } };
      await expect(setAccount(caller, 'someone', 'super'), role).rejects.toMatchObject({ status: 403 });
    }
    await expect(
      getSessionUser({ ...current, actor: { ...current.actor, userId: 'a' } }, 'someone'),
    ).rejects.toMatchObject({ status: 404 });
  });

  test('is known to exist by a super alone, before the site is seeded', async () => {
    const current = systemCurrent(site.parts);
    expect(await hasAccounts(current)).toBe(true);
    const admin = { ...current, actor: { ...current.actor, userId: 'someone', role: 'admin' as const } };
    await expect(hasAccounts(admin)).rejects.toMatchObject({ status: 403 });
  });

  test('cannot have the role public', async () => {
    await expect(setAccount(systemCurrent(site.parts), 'someone', 'public')).rejects.toThrow('accounts_role_check');
  });
});
