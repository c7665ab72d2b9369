import { randomBytes } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import { removePasskey } from '#app/accounts/passkeys/passkeys.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { CAST } from '#test/cast.ts';
import type { CastName } from '#test/cast.ts';
import { ORIGIN, countsOf, passkeysAt } from '#test/people/passkeys.ts';
import { useTestSite } from '#test/site.ts';
import { dataOf, refusalOf } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';
import { Authenticator } from '#test/wire/authenticator.ts';

const site = useTestSite();
const passkeys = passkeysAt(site);
const REFUSED = [403, 'That passkey did not work here. Try another one, or sign in by mail.'];
const OVER = [403, 'That took too long, or was used already. Try again.'];
const currentAs = (who: CastName) => {
  const current = systemCurrent(site.parts);
  const { userId } = CAST[who];
  const provedAt = current.now();
  return { ...current, actor: { ...current.actor, userId, provedAt } };
};

async function userOf(response: Response): Promise<string | number> {
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const account = await openTestApp(site).sendRequest('/api/auth/accounts/@me', { headers: { cookie } });
  return account.status === 200 ? (await dataOf<{ userId: string }>(account)).userId : account.status;
}

describe('signing in by a passkey', () => {
  test('needs no identifier and begins a session', async () => {
    const { options } = await passkeys.beginSignIn();
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', timeout: 300_000 });
    expect(options.allowCredentials).toBeUndefined();
    const [phone, key] = [await passkeys.addDevice('player'), new Authenticator({ isSynced: false })];
    await passkeys.addDevice('creator', key);
    const [one, other] = [await passkeys.signIn(phone, {}, { returnTo: '/games?a=b' }), await passkeys.signIn(key)];
    expect([one.status, await dataOf(one)]).toEqual([200, { to: '/games?a=b' }]);
    expect([await userOf(one), await userOf(other)]).toEqual([CAST.player.userId, CAST.creator.userId]);
    const kept = await site.parts.db.query(sql`select last_used_at, counter from passkeys
      where credential_id = ${key.id}`);
    expect(kept).toEqual([{ last_used_at: expect.any(Date) as Date, counter: '1' }]);
  });

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/api/auth/logout'])(
    'returns to no other site: %s',
    async (returnTo) => {
      const device = await passkeys.addDevice('player');
      expect(await dataOf(await passkeys.signIn(device, {}, { returnTo }))).toEqual({ to: '/' });
    },
  );

  test('answers the same for an unknown passkey and a wrong signature', async () => {
    const device = await passkeys.addDevice('player');
    const unknown = new Authenticator();
    unknown.userHandle = device.userHandle;
    const impostor = new Authenticator();
    Object.assign(impostor, { id: device.id, userHandle: device.userHandle });
    const answers = [];
    for (const wrong of [unknown, impostor]) {
      const answer = await passkeys.signIn(wrong);
      const { requestId, ...body } = (await answer.json()) as Record<string, unknown>;
      answers.push({
        status: answer.status,
        cookies: answer.headers.getSetCookie(),
        body,
        isNumbered: requestId !== '',
      });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect([answers[0]?.status, answers[0]?.body.message]).toEqual(REFUSED);
    expect(await userOf(await passkeys.signIn(device))).toBe(CAST.player.userId);
  });

  test.each<[what: string, ceremony: Parameters<typeof passkeys.signIn>[1]]>([
    ['another origin', { origin: 'http://localhost:1' }],
    ['this machine by its number', { origin: 'http://127.0.0.1:8080', rpId: 'localhost' }],
    ['another site', { rpId: 'evil.example' }],
    ['an owner who did not show themselves', { isVerified: false }],
    ['the signature of another ceremony', { type: 'webauthn.create' }],
  ])('is refused with %s', async (_what, ceremony) => {
    const device = await passkeys.addDevice('creator');
    expect(await refusalOf(await passkeys.signIn(device, ceremony))).toEqual(REFUSED);
  });

  test('is refused when the passkey names another account, or none', async () => {
    const [mine, theirs] = [await passkeys.addDevice('player'), await passkeys.addDevice('creator')];
    for (const userHandle of [theirs.userHandle, randomBytes(32).toString('base64url')]) {
      mine.userHandle = userHandle;
      expect(await refusalOf(await passkeys.signIn(mine))).toEqual(REFUSED);
    }
    const { options, cookie } = await passkeys.beginSignIn();
    const { response, ...rest } = mine.sign(options, { origin: ORIGIN });
    const credential = { ...rest, response: { ...response, userHandle: undefined } };
    expect(await refusalOf(await passkeys.post(undefined, '/sign-in', { credential }, { cookie }))).toEqual(REFUSED);
  });

  test('is refused once the passkey is removed', async () => {
    const device = await passkeys.addDevice('creator');
    await removePasskey(currentAs('creator'), device.id);
    expect(await refusalOf(await passkeys.signIn(device))).toEqual(REFUSED);
  });

  test('is refused from another site’s page', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' };
    for (const path of ['/sign-in/options', '/sign-in']) {
      const credential = new Authenticator().sign({ challenge: 'AA' }, { origin: ORIGIN });
      const response = await passkeys.post(undefined, path, path === '/sign-in' ? { credential } : undefined, headers);
      expect(await refusalOf(response)).toEqual([403, 'This did not come from our own pages. Reload and try again.']);
    }
  });

  test('is refused while the account is banned, with the page that tells why', async () => {
    const device = await passkeys.addDevice('collaborator');
    await site.parts.db.query(sql`update accounts set banned_at = now() where user_id = ${CAST.collaborator.userId}`);
    const refused = await passkeys.signIn(device);
    const { page = '' } = (await refused.clone().json()) as { page?: string };
    expect(await refusalOf(refused)).toEqual([403, 'This account can’t come in right now.']);
    expect(await (await site.ask(undefined, page)).text()).toContain('This account is banned');
  });
});

describe('a challenge for signing in', () => {
  test('cannot be replayed, with the same signature or another', async () => {
    const device = await passkeys.addDevice('player');
    const { options, cookie } = await passkeys.beginSignIn();
    const credential = device.sign(options, { origin: ORIGIN });
    expect((await passkeys.post(undefined, '/sign-in', { credential }, { cookie })).status).toBe(200);
    for (const again of [credential, device.sign(options, { origin: ORIGIN })]) {
      const response = await passkeys.post(undefined, '/sign-in', { credential: again }, { cookie });
      expect([await refusalOf(response), response.headers.getSetCookie()]).toEqual([OVER, []]);
    }
  });

  test('signs in one of 20 parallel requests', async () => {
    const device = await passkeys.addDevice('player');
    const { options, cookie } = await passkeys.beginSignIn();
    const credential = device.sign(options, { origin: ORIGIN });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => passkeys.post(undefined, '/sign-in', { credential }, { cookie })),
    );
    expect(countsOf(answers)).toEqual({ 200: 1, 403: 19 });
  });

  test('works in the browser that requested it', async () => {
    const device = await passkeys.addDevice('player');
    const { options, cookie } = await passkeys.beginSignIn();
    const credential = device.sign(options, { origin: ORIGIN });
    const other = (await passkeys.beginSignIn()).cookie;
    for (const wrong of [other, 'passkey=x', 'a=b']) {
      const response = await passkeys.post(undefined, '/sign-in', { credential }, { cookie: wrong });
      expect(await refusalOf(response)).toEqual(OVER);
    }
    expect((await passkeys.post(undefined, '/sign-in', { credential }, { cookie })).status).toBe(200);
  });

  test('stays valid while another tab requests one', async () => {
    const device = await passkeys.addDevice('player');
    const { options, cookie } = await passkeys.beginSignIn();
    const second = await passkeys.post(undefined, '/sign-in/options', undefined, { cookie });
    expect(second.headers.getSetCookie().map((one) => one.split(';')[0])).toEqual([cookie]);
    const credential = device.sign(options, { origin: ORIGIN });
    expect((await passkeys.post(undefined, '/sign-in', { credential }, { cookie })).status).toBe(200);
  });

  test('does not work for a new passkey or for a proof', async () => {
    const device = await passkeys.addDevice('player');
    const { cookie } = await passkeys.beginSignIn();
    for (const path of ['/options', '/prove/options']) {
      const credential = device.sign(await passkeys.begin('player', path), { origin: ORIGIN });
      expect(await refusalOf(await passkeys.post(undefined, '/sign-in', { credential }, { cookie }))).toEqual(OVER);
    }
  });

  test('comes with a cookie that scripts do not read, for five minutes', async () => {
    const response = await passkeys.post(undefined, '/sign-in/options');
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^passkey=[\w-]{43}; Path=\/; Max-Age=300; SameSite=Lax; HttpOnly$/),
    ]);
  });
});

describe('a passkey with a counter', () => {
  test('is refused and logged when its counter does not increase', async () => {
    const device = new Authenticator({ isSynced: false });
    await passkeys.addDevice('admin', device);
    for (const count of [1, 2, 3]) {
      expect([count, (await passkeys.signIn(device)).status]).toEqual([count, 200]);
    }
    for (const count of [1, 2]) {
      device.counter = count;
      expect([count, await refusalOf(await passkeys.signIn(device))]).toEqual([count, REFUSED]);
    }
    const noted = await site.parts.db.query<{ details: object }>(sql`
      select details from security_events where user_id = ${CAST.admin.userId} and kind = 'passkeyRefused'`);
    expect(noted).toHaveLength(2);
    device.counter = 3;
    expect((await passkeys.signIn(device)).status).toBe(200);
  });

  test('signs in once for parallel uses of the same counter', async () => {
    const device = new Authenticator({ isSynced: false });
    await passkeys.addDevice('admin', device);
    const begun = await Promise.all(Array.from({ length: 8 }, () => passkeys.beginSignIn()));
    const answers = await Promise.all(
      begun.map(({ options, cookie }) => {
        device.counter = 0;
        const credential = device.sign(options, { origin: ORIGIN });
        return passkeys.post(undefined, '/sign-in', { credential }, { cookie });
      }),
    );
    expect(countsOf(answers)).toEqual({ 200: 1, 403: 7 });
  });
});

describe('proving a session by a passkey', () => {
  test('asks for passkeys of the user alone', async () => {
    const device = await passkeys.addDevice('staff');
    const options = await passkeys.begin('staff', '/prove/options');
    expect(options).toMatchObject({
      allowCredentials: [{ id: device.id, type: 'public-key', transports: ['internal'] }],
      userVerification: 'required',
    });
    expect(await refusalOf(await passkeys.post(undefined, '/prove/options'))).toEqual([401, 'Bad credentials!']);
  });

  test('is refused with a passkey of another user', async () => {
    const [mine, theirs] = [await passkeys.addDevice('super'), await passkeys.addDevice('creator')];
    expect(await refusalOf(await passkeys.prove('super', theirs))).toEqual(REFUSED);
    expect(await refusalOf(await passkeys.prove('super', new Authenticator()))).toEqual(REFUSED);
    expect(await refusalOf(await passkeys.prove('super', mine, { isVerified: false }))).toEqual(REFUSED);
    expect((await passkeys.prove('super', mine)).status).toBe(204);
  });

  test('proves this session and no other', async () => {
    const device = await passkeys.addDevice('super');
    site.clock.now = new Date(Date.now() + 20 * 60_000);
    expect((await passkeys.post('super', '/options')).status).toBe(403);
    expect((await passkeys.post('staff', '/options')).status).toBe(403);
    expect((await passkeys.prove('super', device)).status).toBe(204);
    expect((await passkeys.post('super', '/options')).status).toBe(200);
    expect((await passkeys.post('staff', '/options')).status).toBe(403);
  });
});
