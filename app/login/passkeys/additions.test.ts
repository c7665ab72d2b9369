import { describe, expect, test } from 'vitest';

import type { Passkey } from '#app/accounts/passkeys/passkey.ts';
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
const eventsOf = (who: CastName) =>
  site.parts.db.query<{ kind: string; details: object }>(sql`
    select kind, details from security_events where user_id = ${CAST[who].userId} order by event_id`);

describe('the options for a new passkey', () => {
  test('name the site by its host, and ask for user verification and no attestation', async () => {
    const { challenge, user, ...options } = await passkeys.begin('player', '/options');
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Rumpus' },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })),
      excludeCredentials: [],
      timeout: 300_000,
    });
    expect(challenge.length).toBeGreaterThan(80);
    expect(Buffer.from(user?.id ?? '', 'base64url')).toHaveLength(32);
    for (const known of [CAST.player.userId, CAST.player.email]) {
      expect(Buffer.from(user?.id ?? '', 'base64url').toString()).not.toContain(known);
    }
  });

  test('are different each time, but for the user’s id', async () => {
    const [one, other] = [await passkeys.begin('player', '/options'), await passkeys.begin('player', '/options')];
    expect(one.challenge).not.toBe(other.challenge);
    expect(one.user).toEqual(other.user);
  });

  test('need a session that is at most 15 minutes old', async () => {
    expect(await refusalOf(await passkeys.post(undefined, '/options'))).toEqual([401, 'Bad credentials!']);
    const late = openTestApp(site, {}, { now: () => new Date(Date.now() + 15 * 60_000) });
    const { cookie, xsrf } = await openTestApp(site).signIn('player');
    const sendRequest = { method: 'POST', headers: { cookie, 'x-xsrf-token': xsrf, 'content-length': '0' } };
    expect(await refusalOf(await late.sendRequest('/api/auth/passkeys/options', sendRequest))).toEqual([
      403,
      'This changes who gets in, so show us it’s you first.',
    ]);
  });

  test('are refused where the site has an IP address alone', async () => {
    const door = openTestApp(site, { PUBLIC_URL: 'http://127.0.0.1:8080' });
    const response = await door.sendRequest('/api/auth/passkeys/sign-in/options', { method: 'POST' });
    expect(await refusalOf(response)).toEqual([
      409,
      'Passkeys need an address with a name, such as localhost instead of 127.0.0.1.',
    ]);
  });
});

describe('a new passkey', () => {
  test('is added, named after the device, logged and mailed', async () => {
    const device = new Authenticator();
    const options = await passkeys.begin('creator', '/options');
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
    const body = { credential: device.make(options, { origin: ORIGIN }) };
    const added = await passkeys.post('creator', '', body, { 'user-agent': agent });
    expect(added.status).toBe(201);
    expect(await dataOf<Passkey>(added)).toEqual({
      passkeyId: device.id,
      name: 'Firefox on Linux',
      isSynced: true,
      createdAt: expect.any(String) as string,
      lastUsedAt: null,
    });
    expect(await eventsOf('creator')).toEqual([{ kind: 'passkeyAdded', details: { name: 'Firefox on Linux' } }]);
    const mails = await site.parts.db.query<{ payload: { mail: string; payload: object } }>(sql`
      select payload from graphile_worker._private_jobs`);
    expect(mails.map(({ payload }) => payload)).toContainEqual(
      expect.objectContaining({
        mail: 'accounts.notice',
        payload: expect.objectContaining({ userId: CAST.creator.userId, kind: 'passkeyAdded' }) as object,
      }),
    );
    expect((await passkeys.begin('creator', '/options')).excludeCredentials).toEqual([
      { id: device.id, type: 'public-key', transports: ['internal'] },
    ]);
  });

  test('is not synced when it stays on one device', async () => {
    const added = await passkeys.add('player', new Authenticator({ isSynced: false }));
    expect(await dataOf<Passkey>(added)).toMatchObject({ isSynced: false });
  });

  test('may be self-attested', async () => {
    expect((await passkeys.add('player', new Authenticator(), { attestation: 'self' })).status).toBe(201);
  });

  test('is added to one account, once', async () => {
    const device = await passkeys.addDevice('player');
    for (const who of ['player', 'creator'] as const) {
      expect(await refusalOf(await passkeys.add(who, device))).toEqual([
        409,
        'That passkey belongs to an account already.',
      ]);
    }
  });

  test.each<[what: string, ceremony: Parameters<typeof passkeys.add>[2]]>([
    ['another origin', { origin: 'http://localhost:1' }],
    ['another scheme', { origin: 'https://localhost:8080' }],
    ['another site', { origin: ORIGIN, rpId: 'evil.example' }],
    ['an owner who did not show themselves', { isVerified: false }],
    ['a signature in place of a new key', { type: 'webauthn.get' }],
    ['certificates', { attestation: { fmt: 'packed', attStmt: new Map([['x5c', [Buffer.from('certificate')]]]) } }],
    ['a kind of attestation of one maker', { attestation: { fmt: 'android-safetynet', attStmt: new Map() } }],
    ['an attestation that says nothing', { attestation: { fmt: 'none', attStmt: new Map([['sig', Buffer.of(1)]]) } }],
  ])('is refused with %s', async (_what, ceremony) => {
    expect(await refusalOf(await passkeys.add('player', new Authenticator(), ceremony))).toEqual(REFUSED);
  });
});

describe('a challenge for a new passkey', () => {
  test('works once, also when the registration was invalid', async () => {
    const options = await passkeys.begin('player', '/options');
    const wrong = new Authenticator().make(options, { origin: 'http://localhost:1' });
    expect(await refusalOf(await passkeys.post('player', '', { credential: wrong }))).toEqual(REFUSED);
    const right = new Authenticator().make(options, { origin: ORIGIN });
    expect(await refusalOf(await passkeys.post('player', '', { credential: right }))).toEqual(OVER);
  });

  test('works for one of 20 parallel requests', async () => {
    const options = await passkeys.begin('staff', '/options');
    const devices = Array.from({ length: 20 }, () => new Authenticator());
    const answers = await Promise.all(
      devices.map((device) => passkeys.post('staff', '', { credential: device.make(options, { origin: ORIGIN }) })),
    );
    expect(countsOf(answers)).toEqual({ 201: 1, 403: 19 });
  });

  test('works for no other user, session or ceremony', async () => {
    const options = await passkeys.begin('player', '/options');
    const credential = new Authenticator().make(options, { origin: ORIGIN });
    expect(await refusalOf(await passkeys.post('creator', '', { credential }))).toEqual(OVER);
    const door = openTestApp(site);
    const { cookie, xsrf } = await door.signIn('player');
    const headers = { cookie, 'x-xsrf-token': xsrf, 'content-type': 'application/json' };
    const body = JSON.stringify({ credential });
    const elsewhere = await door.sendRequest('/api/auth/passkeys', { method: 'POST', headers, body });
    expect(await refusalOf(elsewhere)).toEqual(OVER);
    const proof = await passkeys.begin('player', '/prove/options');
    const other = new Authenticator().make(proof, { origin: ORIGIN });
    expect(await refusalOf(await passkeys.post('player', '', { credential: other }))).toEqual(OVER);
    expect((await passkeys.post('player', '', { credential })).status).toBe(201);
  });

  test.each(['', 'AA', 'bm8.bm8'])('that the site has not made is refused: %j', async (challenge) => {
    const credential = new Authenticator().make({ challenge }, { origin: ORIGIN });
    expect(await refusalOf(await passkeys.post('player', '', { credential }))).toEqual(OVER);
  });

  test('expires after five minutes', async () => {
    const options = await passkeys.begin('player', '/options');
    site.clock.now = new Date(Date.now() + 5 * 60_000);
    const credential = new Authenticator().make(options, { origin: ORIGIN });
    expect(await refusalOf(await passkeys.post('player', '', { credential }))).toEqual(OVER);
  });
});

test('an account has at most twenty passkeys, also after parallel requests', async () => {
  const added = await Promise.all(Array.from({ length: 21 }, () => passkeys.add('super', new Authenticator())));
  expect(countsOf(added)).toEqual({ 201: 20, 409: 1 });
  expect(await refusalOf(await passkeys.post('super', '/options'))).toEqual([
    409,
    'Twenty passkeys are the most. Remove one first.',
  ]);
});
