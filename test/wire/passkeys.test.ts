import { afterAll, describe, expect, inject, test } from 'vitest';

import { Authenticator } from './authenticator.ts';
import type { WireCastName } from './cast.ts';
import { ask } from './client.ts';
import type { WireReply } from './client.ts';

const PATH = 'POST /api/auth/passkeys';
const origin = new URL(process.env.BASE_URL ?? '').origin;
const here = { origin };
const CROSS_SITE = [403, 'This did not come from our own pages. Reload and try again.'];
const OVER = [403, 'That took too long, or was used already. Try again.'];
const REFUSED = [403, 'That passkey did not work here. Try another one, or sign in by mail.'];

const made: Authenticator[] = [];
afterAll(async () => {
  for (const { id } of made) {
    const body = String(new URLSearchParams({ intent: 'passkeys.remove', passkeyId: id }));
    const headers = { origin, 'content-type': 'application/x-www-form-urlencoded' };
    expect((await ask('collaborator', 'POST /account', { body, headers })).status).toBe(200);
  }
});

interface WirePasskeyOptions {
  challenge: string;
  user?: { id: string };
}

const begin = async (who: WireCastName, path: string) =>
  (await ask(who, `${PATH}${path}/options`)).data() as WirePasskeyOptions;

async function add(device: Authenticator): Promise<WireReply> {
  const credential = device.make(await begin('collaborator', ''), here);
  return ask('collaborator', PATH, { body: { credential } });
}

async function addDevice(device = new Authenticator()): Promise<Authenticator> {
  expect((await add(device)).status).toBe(201);
  made.push(device);
  return device;
}

/** Signs in with a browser that keeps the cookie of the options. */
async function signIn(device: Authenticator, more: object = {}): Promise<WireReply> {
  const begun = await ask(undefined, `${PATH}/sign-in/options`);
  const cookie = cookiesOf(begun);
  const credential = device.sign(begun.data() as WirePasskeyOptions, here);
  return ask(undefined, `${PATH}/sign-in`, { body: { credential, ...more }, headers: { cookie } });
}

/** What a browser sends back of the cookies that an answer has set. */
function cookiesOf({ headers }: WireReply): string {
  const set = headers['set-cookie']?.split('\n') ?? [];
  return set.map((cookie) => cookie.split(';')[0]).join('; ');
}

describe('a passkey', () => {
  test('is added once, and signs in without a name', async () => {
    const device = await addDevice();
    expect((await add(device)).refusal).toEqual([409, 'That passkey belongs to an account already.']);
    const signedIn = await signIn(device, { returnTo: '/games' });
    expect(signedIn.data()).toEqual({ to: '/games' });
    const headers = { cookie: cookiesOf(signedIn) };
    const me = await ask(undefined, 'GET /api/auth/accounts/@me', { headers });
    expect(me.data()).toMatchObject({ userId: inject('cast').collaborator.userId });
  });

  test('that is unknown is refused as one whose signature is wrong', async () => {
    const device = await addDevice();
    const impostor = Object.assign(new Authenticator(), { id: device.id, userHandle: device.userHandle });
    expect((await signIn(new Authenticator())).refusal).toEqual(REFUSED);
    expect((await signIn(impostor)).refusal).toEqual(REFUSED);
    const credential = new Authenticator().make(await begin('collaborator', ''), { origin: 'https://a.example' });
    expect((await ask('collaborator', PATH, { body: { credential } })).refusal).toEqual(REFUSED);
  });

  test('confirms that it is still the same person', async () => {
    const device = await addDevice();
    const prove = async (by: Authenticator) =>
      ask('collaborator', `${PATH}/prove`, {
        body: { credential: by.sign(await begin('collaborator', '/prove'), here) },
      });
    expect((await prove(device)).status).toBe(204);
    expect((await prove(new Authenticator())).refusal).toEqual(REFUSED);
  });
});

describe('the calls for passkeys', () => {
  const wrong = new Authenticator();
  const signed = { credential: wrong.sign({ challenge: 'AA' }, here) };
  const fresh = { credential: wrong.make({ challenge: 'AA' }, here) };
  const bodies: [path: string, body: object][] = [
    ['', fresh],
    ['/sign-in', signed],
    ['/prove', signed],
  ];

  test.each(['/options', '', '/prove/options', '/prove'])('%s are for signed-in users', async (path) => {
    const body = bodies.find(([of]) => of === path)?.[1];
    expect((await ask(undefined, PATH + path, { ...(body && { body }) })).refusal).toEqual([401, 'Bad credentials!']);
  });

  test.each(bodies)('%s accept a challenge of ours, once', async (path, body) => {
    expect((await ask('collaborator', PATH + path, { body })).refusal).toEqual(OVER);
  });

  test.each(['/options', '/sign-in/options', '/prove/options', '', '/sign-in', '/prove'])(
    '%s are for our own pages',
    async (path) => {
      const headers = { origin: 'https://a.example', 'sec-fetch-site': 'cross-site' };
      const body = bodies.find(([of]) => of === path)?.[1];
      const request = { headers, ...(body && { body }) };
      expect((await ask('collaborator', PATH + path, request)).refusal).toEqual(CROSS_SITE);
    },
  );

  test.each(bodies)('%s accept JSON of their schema, in 64 KB', async (path) => {
    const send = (body: string, type: string) =>
      ask('collaborator', PATH + path, { body, headers: { 'content-type': type } });
    expect((await send('{"credential":{}}', 'application/json')).refusal).toEqual([
      400,
      'The body of this call is JSON of a shape it does not know.',
    ]);
    expect((await send('a: b', 'text/yaml')).refusal).toEqual([415, 'This call takes JSON or a form.']);
    const large = JSON.stringify({ credential: 'x'.repeat(65_536) });
    expect((await send(large, 'application/json')).refusal).toEqual([413, 'That is larger than this call takes.']);
  });
});
