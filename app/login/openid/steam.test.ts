import { beforeAll, describe, expect, test } from 'vitest';

import { setAccount } from '#app/accounts/accounts.server.ts';
import { linkIdentity } from '#app/accounts/identities/identities.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { openVisitor } from '#test/people/visitor.ts';
import type { FormVisitor } from '#test/people/visitor.ts';
import { leadsTo, refusalOf, whoIs } from '#test/providers/provider-site.ts';
import { useSteam } from '#test/providers/steam.ts';
import { useTestSite } from '#test/site.ts';
import type { TestSite } from '#test/site.ts';
import { openTestApp } from '#test/test-app.ts';
import type { TestRequest } from '#test/test-app.ts';

const steam = useSteam();
const opened = useTestSite();
let site: TestSite;
const WRONG = 'What Steam told us didn’t add up, so we’re not buying it. Try again?';

beforeAll(async () => {
  const { config } = opened.parts;
  const providers = [{ platform: 'steam', preset: 'steam', clientId: '', issuer: steam.issuer } as const];
  const door = openTestApp(opened, {}, { config: { ...config, providers } });
  site = { ...opened, parts: door.parts, ask: (_, path, request) => door.sendRequest(path, request as TestRequest) };
  const current = systemCurrent(door.parts);
  await setAccount(current, 'steamer', 'authenticated');
  const [subject, service] = ['76561190000000007', 'Steam'];
  await linkIdentity(current, 'steamer', { issuer: steam.issuer, subject, platform: 'steam', service });
});

async function signIn(visitor: FormVisitor): Promise<Response> {
  const address = await leadsTo(await visitor.post('/login/with/steam', { returnTo: '/games' }));
  return visitor.get(steam.walk(address));
}

describe('Steam', () => {
  test('gets an OpenID 2.0 request with the address to return to', async () => {
    const address = await leadsTo(await openVisitor(site).post('/login/with/steam', { returnTo: '/games' }));
    const { origin, pathname, searchParams } = new URL(address);
    expect(origin + pathname).toBe(`${steam.issuer}/login`);
    expect(Object.fromEntries(searchParams)).toEqual({
      'openid.ns': 'http://specs.openid.net/auth/2.0',
      'openid.mode': 'checkid_setup',
      'openid.return_to': expect.stringMatching(
        /^http:\/\/localhost:8080\/login\/with\/steam\/callback\?state=[\w.-]+$/,
      ) as string,
      'openid.realm': 'http://localhost:8080',
      'openid.identity': 'http://specs.openid.net/auth/2.0/identifier_select',
      'openid.claimed_id': 'http://specs.openid.net/auth/2.0/identifier_select',
    });
  });

  test('signs in a user by the number that it sends', async () => {
    steam.steamId = '76561190000000007';
    const visitor = openVisitor(site);
    const response = await signIn(visitor);
    expect([response.status, response.headers.get('location')]).toEqual([302, '/games']);
    expect(await whoIs(visitor)).toBe('steamer');
    expect((await signIn(visitor)).status).toBe(302);
  });

  test('must confirm its signature', async () => {
    const visitor = openVisitor(site);
    const address = await leadsTo(await visitor.post('/login/with/steam', { returnTo: '/games' }));
    const mine = steam.walk(address);
    const forged = mine.replaceAll('76561190000000001', '76561190000000007');
    expect(await refusalOf(await visitor.get(forged))).toEqual([424, WRONG]);
    expect(await whoIs(visitor)).toBeUndefined();
  });

  test.each<[string, Record<string, string>]>([
    ['another claimed id', { claimed_id: 'https://evil.example/openid/id/76561190000000007' }],
    ['an identity that is not the claimed id', { identity: 'https://steamcommunity.com/openid/id/76561190000000007' }],
    ['another server’s endpoint', { op_endpoint: 'https://evil.example/openid/login' }],
    ['another address of return', { return_to: 'https://evil.example/' }],
    ['another version', { ns: 'http://openid.net/signon/1.1' }],
    ['no signature on whom it names', { signed: 'signed,op_endpoint,return_to,response_nonce,assoc_handle' }],
    ['a nonce without a time', { response_nonce: 'x' }],
    ['another mode', { mode: 'error' }],
  ])('is refused with %s', async (_, twist) => {
    steam.twist = twist;
    expect(await refusalOf(await signIn(openVisitor(site)))).toEqual([424, WRONG]);
  });

  test('is refused when its answer is ten minutes old', async () => {
    steam.behind = 240;
    expect((await signIn(openVisitor(site))).status).toBe(302);
    steam.behind = 600;
    expect(await refusalOf(await signIn(openVisitor(site)))).toEqual([424, WRONG]);
  });

  test('is refused with a field twice', async () => {
    const visitor = openVisitor(site);
    const path = steam.walk(await leadsTo(await visitor.post('/login/with/steam', { returnTo: '/games' })));
    const other = encodeURIComponent(`${steam.issuer}/id/76561190000000007`);
    const twice = `${path}&openid.claimed_id=${other}`;
    expect(await refusalOf(await visitor.get(twice))).toEqual([424, WRONG]);
  });

  test('signs nobody in when the visitor cancels', async () => {
    steam.steamId = undefined;
    const response = await signIn(openVisitor(site));
    expect(await refusalOf(response)).toEqual([400, 'You stopped at Steam, so nothing happened here.']);
  });
});
