import { describe, expect, inject, test } from 'vitest';

import { CAST } from './cast.ts';
import { ask } from './client.ts';

const cast = inject('cast');
const USERTYPES = {
  player: 'authenticated',
  creator: 'authenticated',
  collaborator: 'authenticated',
  staff: 'staff',
  admin: 'admin',
  super: 'super',
};
const NOTHING = "We don't have what you're looking for.";

describe('GET /api/auth/accounts/{userId}', () => {
  test.each(CAST)('answers %s their own session user, by id and by @me', async (who) => {
    const own = await ask(who, `GET /api/auth/accounts/${cast[who].userId}`);
    const { userId } = cast[who];
    expect(own.data()).toMatchObject({ userId, usertype: USERTYPES[who], bsidx: null });
    expect(own.data()).toMatchObject({ alias: expect.any(String), loginId: expect.any(String) });
    expect((await ask(who, 'GET /api/auth/accounts/@me')).data()).toEqual(own.data());
  });

  test('answers admins anybody’s, without the login, and others a refusal', async () => {
    const line = `GET /api/auth/accounts/${cast.creator.userId}`;
    expect((await ask('admin', line)).data()).toMatchObject({ userId: cast.creator.userId, loginId: null });
    expect((await ask('staff', line)).refusal).toEqual([403, "You aren't allowed in here."]);
    expect((await ask(undefined, line)).refusal).toEqual([401, 'Bad credentials!']);
    expect((await ask('admin', 'GET /api/auth/accounts/nobody')).refusal).toEqual([404, NOTHING]);
  });

  test.each(['%00', 'a%00b', '%F0%9F%8E%89', '__proto__', 'constructor', '%27%20or%201=1'])(
    'answers 404 for %s, which is nobody',
    async (id) => {
      expect([400, 404]).toContain((await ask('admin', `GET /api/auth/accounts/${id}`)).status);
    },
  );

  test('names the parameter when an id is too long', async () => {
    const [status, sentence] = (await ask('admin', `GET /api/auth/accounts/${'a'.repeat(65)}`)).refusal;
    expect([status, sentence]).toEqual([400, expect.stringMatching(/^Invalid userId: /)]);
  });
});

describe('GET /api/aliases/contexts/{context}/users', () => {
  const line = 'GET /api/aliases/contexts/rumpus/users';

  test('answers the names in the order of the ids; one without a name is anonymous', async () => {
    const { player, staff } = cast;
    const reply = await ask(undefined, `${line}?userIds=${staff.userId},nobody,${player.userId},${staff.userId},`);
    expect(reply.data()).toEqual([
      { userId: staff.userId, alias: expect.any(String), context: 'rumpus' },
      { userId: 'nobody', context: 'rumpus', anonymous: true },
      { userId: player.userId, alias: expect.any(String), context: 'rumpus' },
    ]);
    const elsewhere = await ask(undefined, `GET /api/aliases/contexts/levelhead/users?userIds=${staff.userId}`);
    expect(elsewhere.data()).toEqual([{ userId: staff.userId, context: 'levelhead', alias: expect.any(String) }]);
  });

  test('takes up to 100 ids, none at all, and @me', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, at) => `u${at}`).join(',');
    expect((await ask(undefined, `${line}?userIds=${ids(100)}`)).data()).toHaveLength(100);
    expect((await ask(undefined, line)).data()).toEqual([]);
    expect((await ask(undefined, `${line}?userIds=`)).data()).toEqual([]);
    const own = await ask('player', `${line}?userIds=@me`);
    expect(own.data()).toMatchObject([{ userId: cast.player.userId }]);
    expect((await ask(undefined, `${line}?userIds=@me`)).refusal).toEqual([401, 'Bad credentials!']);
    for (const bad of [ids(101), 'a%20b', '@you', 'a'.repeat(33)]) {
      const reply = await ask(undefined, `${line}?userIds=${bad}`);
      expect(reply.refusal).toEqual([400, 'Invalid userIds: at most 100 user ids separated by commas']);
    }
  });

  test('names an invalid context', async () => {
    expect((await ask(undefined, 'GET /api/aliases/contexts/%00/users')).refusal).toEqual([404, NOTHING]);
    for (const context of ['Rumpus', 'a%20b', '7', 'a'.repeat(33)]) {
      const reply = await ask(undefined, `GET /api/aliases/contexts/${context}/users`);
      expect(reply.refusal).toEqual([400, 'Invalid context: lowercase letters, digits and hyphens']);
    }
  });
});

test('GET /api/version answers the version that every answer names', async () => {
  const reply = await ask(undefined, 'GET /api/version');
  expect(reply.data()).toBe('17.36.4');
  expect(reply.headers['rumpus-version']).toBe('17.36.4');
});

test('GET /api/openapi.json describes itself and every call, in OpenAPI 3.1', async () => {
  const reply = await ask(undefined, 'GET /api/openapi.json');
  expect(reply.headers['content-type']).toBe('application/json');
  expect(reply.json()).toMatchObject({
    openapi: expect.stringMatching(/^3\.1\./),
    info: { version: '17.36.4' },
    paths: { '/api/openapi.json': { get: expect.anything() } },
  });
});

describe('GET /api/auth/logout', () => {
  const { cookie } = inject('leaving');
  const logout = (headers: Record<string, string>) =>
    ask(undefined, 'GET /api/auth/logout', { headers: { cookie, ...headers } });
  const me = () => ask(undefined, 'GET /api/auth/accounts/@me', { headers: { cookie } });

  test('is refused from another site, from a mail or by a picture, and ends nothing', async () => {
    const from: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://a.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' },
    ];
    for (const headers of from) {
      const reply = await logout(headers);
      const sentence = 'This did not come from our own pages. Reload and try again.';
      expect([headers, ...reply.refusal]).toEqual([headers, 403, sentence]);
    }
    expect((await me()).status).toBe(200);
  });

  test('ends the session from our own page and removes its cookies', async () => {
    const reply = await logout({ 'sec-fetch-site': 'same-origin' });
    expect([reply.status, reply.text]).toEqual([204, '']);
    const cookies = (reply.headers['set-cookie'] ?? '').split('\n');
    expect(cookies.map((one) => one.replace(/;.*?(Max-Age=\d+).*/, ' $1'))).toEqual([
      'session= Max-Age=0',
      'XSRF-TOKEN= Max-Age=0',
      'masquerade= Max-Age=0',
    ]);
    expect((await me()).refusal).toEqual([401, 'Bad credentials!']);
    expect((await logout({})).status).toBe(204);
  });

  test('leads home from a form of our own page', async () => {
    const reply = await logout({ 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' });
    expect([reply.status, reply.headers.location]).toEqual([303, '/']);
  });
});
