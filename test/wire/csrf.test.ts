import { describe, expect, inject, test } from 'vitest';

import { ask } from './client.ts';
import { useCrate } from './crate.ts';

const crate = useCrate('csrf');
const { player, creator } = inject('cast');
const own = new URL(process.env.BASE_URL ?? '').origin;
const REFUSED = [403, 'This did not come from our own pages. Reload and try again.'];

function create(headers: Record<string, string>) {
  return ask(undefined, `POST ${crate.items}`, { headers: { cookie: player.cookie, ...headers }, body: 'x' });
}

describe('a change with a session cookie', () => {
  const xsrf = { 'x-xsrf-token': player.xsrf };

  test.each<[what: string, headers: Record<string, string>]>([
    ['no token', {}],
    ['an empty token', { 'x-xsrf-token': '' }],
    ['a wrong token', { 'x-xsrf-token': `${player.xsrf.slice(0, -1)}~` }],
    ['the token of somebody else', { 'x-xsrf-token': creator.xsrf }],
    [
      'the token of somebody else in both places',
      {
        'x-xsrf-token': creator.xsrf,
        cookie: player.cookie.replace(player.xsrf, creator.xsrf),
      },
    ],
    ['another origin', { ...xsrf, origin: 'https://a.example' }],
    ['our host on another port', { ...xsrf, origin: 'http://localhost:1' }],
    ['no origin', { ...xsrf, origin: 'null' }],
    ['another site', { ...xsrf, 'sec-fetch-site': 'cross-site' }],
    ['a neighbouring site', { ...xsrf, 'sec-fetch-site': 'same-site' }],
    ['our origin and another site', { ...xsrf, origin: own, 'sec-fetch-site': 'cross-site' }],
  ])('is refused with %s', async (_what, headers) => {
    expect((await create(headers)).refusal).toEqual(REFUSED);
  });

  test.each<[what: string, headers: Record<string, string>]>([
    ['the token alone, as a script sends it', xsrf],
    ['the token and our origin', { ...xsrf, origin: own, 'sec-fetch-site': 'same-origin' }],
    ['the token and this machine by its number', { ...xsrf, origin: own.replace('localhost', '127.0.0.1') }],
    ['the token and this machine by its number of IPv6', { ...xsrf, origin: own.replace('localhost', '[::1]') }],
  ])('is made with %s', async (_what, headers) => {
    expect((await create(headers)).status).toBe(201);
  });

  test('is refused in every call that changes something', async () => {
    const { itemId } = await crate.create('player');
    const lines = [`POST ${crate.items}`, `PUT ${crate.items}/${itemId}`, `DELETE ${crate.items}/${itemId}`];
    const bodies = [`PUT ${crate.items}/${itemId}/metadata`, `PATCH ${crate.items}/${itemId}/metadata`];
    bodies.push(`PATCH ${crate.items}/${itemId}/stats`);
    const crates = ['POST /api/storage/crates', `PUT ${crate.path}`, `DELETE ${crate.path}`];
    const signed = 'POST /api/mails/arrivals';
    for (const line of [...lines, ...bodies, `PATCH ${crate.items}/@batch/stats`, ...crates, signed]) {
      const reply = await ask(undefined, line, { headers: { cookie: inject('cast').super.cookie }, body: {} });
      expect([line, ...reply.refusal]).toEqual([line, ...REFUSED]);
    }
  });
});

test.each<Record<string, string>>([{}, { cookie: `session=${'a'.repeat(43)}` }, { cookie: 'XSRF-TOKEN=x' }])(
  'a change without a session is refused for its credentials, wherever it comes from: %j',
  async (cookies) => {
    const headers = { origin: 'https://a.example', 'sec-fetch-site': 'cross-site', ...cookies };
    const reply = await ask(undefined, `POST ${crate.items}`, { headers, body: 'x' });
    expect(reply.refusal).toEqual([401, 'Bad credentials!']);
  },
);

describe('broken cookies are ignored', () => {
  const CRYPT = 'session=%%%; =; ;;; XSRF-TOKEN; __proto__=1; a=b=c';
  test.each([
    CRYPT,
    'session=',
    'session=unknown',
    `session=${'a'.repeat(8000)}`,
    'session="quoted"',
    ';',
    '=',
    '\u00ff\u00fe',
  ])('%s', async (cookie) => {
    expect((await ask(undefined, `GET ${crate.items}`, { headers: { cookie } })).status).toBe(200);
    const me = await ask(undefined, 'GET /api/auth/accounts/@me', { headers: { cookie } });
    expect(me.refusal).toEqual([401, 'Bad credentials!']);
  });

  test('and those beside them count', async () => {
    const cookie = `broken=%E0%A4%A; ;${player.cookie}; masquerade=king; locale=xx`;
    expect((await ask(undefined, 'GET /api/auth/accounts/@me', { headers: { cookie } })).status).toBe(200);
  });
});

describe('other origins', () => {
  test('may preflight what a call takes', async () => {
    const origin = { origin: 'https://a.example' };
    const reply = await ask(undefined, `OPTIONS ${crate.items}`, {
      headers: { ...origin, 'access-control-request-method': 'POST' },
    });
    expect([reply.status, reply.text]).toEqual([204, '']);
    expect(reply.headers['access-control-allow-origin']).toBe('*');
    expect(reply.headers['access-control-allow-credentials']).toBeUndefined();
    expect(reply.headers['access-control-allow-methods']?.split(', ')).toEqual(expect.arrayContaining(['GET', 'POST']));
    const allowed = reply.headers['access-control-allow-headers']?.toLowerCase().split(', ');
    expect(allowed).toEqual(expect.arrayContaining(['rumpus-delegation-key', 'rumpus-item-parameters', 'if-match']));
    const one = await ask(undefined, `OPTIONS ${crate.items}/x`, { headers: origin });
    expect(one.headers['access-control-allow-methods']?.split(', ')).toEqual(
      expect.arrayContaining(['GET', 'PUT', 'DELETE']),
    );
    expect((await ask(undefined, 'OPTIONS /api/nothing', { headers: origin })).status).toBe(404);
  });

  test('may read the answers and the headers that clients use, refusals too', async () => {
    for (const line of [`GET ${crate.items}`, `GET ${crate.items}/x`, 'GET /api/version']) {
      const { headers } = await ask(undefined, line, { headers: { origin: 'https://a.example' } });
      expect(headers['access-control-allow-origin']).toBe('*');
      const exposed = headers['access-control-expose-headers']?.split(', ');
      const limits = ['x-rate-limit-limit', 'x-rate-limit-remaining', 'x-rate-limit-reset'];
      const versions = ['rumpus-version', 'version-terms', 'version-terms-rce', 'version-privacy'];
      limits.push('ratelimit', 'ratelimit-policy', 'retry-after');
      const read = ['etag', 'link', 'rumpus-item-parameters', 'x-request-id', ...versions, ...limits];
      expect(exposed).toEqual(expect.arrayContaining(read));
    }
  });
});
