import { array, assert, asyncProperty, boolean, constantFrom, nat, record } from 'fast-check';
import { beforeAll, expect, test } from 'vitest';

import { createConfirmation, toConfirmationToken } from '#app/confirmations/confirmations.server.ts';
import { decodeAll } from '#lib/http/route-segments.ts';
import { countCases } from '#test/properties/cases.ts';
import { FORM_HEADERS, useTestSite } from '#test/site.ts';
import { openTestApp } from '#test/test-app.ts';
import type { TestApp } from '#test/test-app.ts';

import { systemCurrent } from './parts.server.ts';

const site = useTestSite();
const opened: { door?: TestApp; token: string } = { token: '' };

beforeAll(async () => {
  opened.door = openTestApp(site, { LIMITS: '1000000', STEAM_SIGN_IN: 'on' });
  const current = systemCurrent(site.parts);
  const confirmation = { kind: 'login.signIn', details: { email: 'a@rumpus.example', returnTo: '/' }, minutes: 10 };
  opened.token = toConfirmationToken(current, await createConfirmation(current, confirmation));
});

/** How a letter or a slash may be spelled. */
const Spelling = record({
  capitals: array(boolean(), { maxLength: 40 }),
  codes: array(nat(12), { maxLength: 60 }),
  slashes: array(constantFrom('/', '/', '/', '//', '/./', '/x/../', '%2f', '\\'), { maxLength: 8 }),
  prefix: constantFrom('', '', '/de-DE', '/en-US', '/%64e-DE', '/DE-de', '//de-DE', '/', '/xx'),
  suffix: constantFrom('', '', '/', '//', '.data', '/_.data', '%2edata', '/.'),
  times: nat(1),
});

interface PathSpelling {
  capitals: boolean[];
  codes: number[];
  slashes: string[];
  prefix: string;
  suffix: string;
  times: number;
}

function spell(
  path: string,
  { capitals, codes, slashes, prefix, suffix, times }: PathSpelling,
  exactFrom = '',
): string {
  const [head = '', tail = ''] = exactFrom === '' ? [path] : path.split(exactFrom);
  let slash = 0;
  const letter = (one: string, at: number) => {
    if (one === '/') return slashes[slash++] ?? '/';
    const cased = capitals[at] ? one.toUpperCase() : one;
    return codes[at] === 0 ? encode(cased, times) : cased;
  };
  const exact =
    exactFrom === '' ? '' : Array.from(exactFrom, (one, at) => (codes[at] === 1 ? encode(one, 0) : one)).join('');
  const spelled = prefix + Array.from(head, letter).join('') + exact + Array.from(tail, letter).join('') + suffix;
  return spelled.startsWith('/') ? spelled : `/${spelled}`;
}

function encode(letter: string, more: number): string {
  const code = `%${letter.charCodeAt(0).toString(16)}`;
  return more === 0 ? code : code.replace('%', '%25');
}

const PATHS = [
  'POST /login',
  'POST /login/confirmation-required',
  'POST /confirmation/:token',
  'POST /login/with/steam',
  'GET /login/with/steam/callback',
];

test('no spelling of a path that the site serves leaves the limits of signing in', async () => {
  const { door, token } = opened;
  let served = 0;
  await assert(
    asyncProperty(constantFrom(...PATHS), Spelling, async (request, spelling) => {
      const [method = '', path = ''] = request.split(' ');
      const spelled = spell(path.replace(':token', token), spelling, path.includes(':token') ? token : '');
      const response = await door?.sendRequest(spelled, {
        method,
        headers: FORM_HEADERS,
        ...(method === 'POST' && { body: '' }),
      });
      if ([404, 405].includes(response?.status ?? 404)) return;
      served += 1;
      const group = response?.headers.get('ratelimit-policy')?.split(';')[0];
      expect([spelled, group]).toEqual([spelled, '"sign-in"']);
    }),
    { numRuns: countCases(1600) },
  );
  expect(served).toBeGreaterThan(countCases(200));
});

test.each([
  '/CONFIRMATION/:token',
  '/%63onfirmation/:token',
  '/confirmation%2f:token',
  '//confirmation/:token',
  '/confirmation/:token/',
  '/de-DE/confirmation/:token',
  '/DE-DE/confirmation/:token',
  '/confirmation/:token.data',
  '/confirmation//:token',
  '/%2563onfirmation%252F:token',
  '/x/y/confirmation/:token',
  '/confirmation;:token',
  '/confirmation/x/:token',
  '/confirmation/:token/_.data',
  '/:token',
  '/nothing/:token/x',
  '/confirmation%0a/:token',
])('the log has no token of %s', async (spelled) => {
  await expectUnlogged(spelled.replace(':token', opened.token));
});

test('the log has no token in any spelling of its path', async () => {
  await assert(
    asyncProperty(Spelling, (spelling) =>
      expectUnlogged(spell(`/confirmation/${opened.token}`, spelling, opened.token)),
    ),
    { numRuns: countCases(800) },
  );
});

async function expectUnlogged(path: string): Promise<void> {
  const { door, token } = opened;
  await door?.sendRequest(path);
  const logged = JSON.stringify(door?.lines.splice(0));
  expect(logged).toContain('"msg":"request"');
  const [id = '?', signature = '?'] = token.split('.');
  for (const secret of [id, signature]) expect([path, decodeAll(logged).includes(secret)]).toEqual([path, false]);
}

test.each(['/', '/games/levelhead', '/login/confirmation-required', '/de-DE/confirmation', '/100%25', '/%E3%81%82'])(
  'the log has %s as it came',
  async (path) => {
    const { door } = opened;
    await door?.sendRequest(path);
    expect(door?.lines.splice(0).map((line) => line.path)).toEqual([path]);
  },
);
