import type { IncomingMessage } from 'node:http';

import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';

import type { ProviderSetting } from '#app/current/config/provider-settings.ts';
import { openVisitor } from '#test/people/visitor.ts';
import { CLIENT } from '#test/providers/oidc-provider.ts';
import { JSON_TYPE, siteWith, useProviderSite } from '#test/providers/provider-site.ts';
import { useScriptedServer } from '#test/scripted-server.ts';

import { presetFor } from './presets.server.ts';
import type { Claims } from './presets.server.ts';

const { site, provider, leave, claimsFor } = useProviderSite();
const elsewhere = useScriptedServer();

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

const VERIFIED = { email: 'someone@mail.example', email_verified: true };

describe('trust in the address of a provider', () => {
  test.each<[ProviderSetting['preset'], Partial<Claims>, boolean]>([
    ['google', { ...VERIFIED, email: 'someone@gmail.com' }, true],
    ['google', { ...VERIFIED, hd: 'mail.example' }, true],
    ['google', VERIFIED, false],
    ['google', { email: 'someone@gmail.com', email_verified: false }, false],
    ['google', { ...VERIFIED, email: 'someone@gmail.com.evil.example' }, false],
    ['apple', { ...VERIFIED, email_verified: 'true' as never }, true],
    ['apple', { ...VERIFIED, email_verified: 'false' as never }, false],
    ['microsoft', VERIFIED, false],
    ['discord', VERIFIED, true],
    ['discord', { email: 'someone@mail.example' }, false],
    ['twitch', VERIFIED, true],
    ['epic', VERIFIED, false],
    ['oidc', VERIFIED, false],
  ])('for %s with the claims %j is %s', (preset, claims, counts) => {
    const setting = { platform: preset, preset, clientId: 'x', issuer: 'https://x.example' };
    expect(presetFor(setting).vouchesFor({ sub: 'x', ...claims })).toBe(counts);
  });
});

test('Apple gets a client secret that the site has signed with its key, and posts its answer', async () => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const signing = { teamId: 'TEAM', keyId: 'KEY', privateKey: await exportPKCS8(privateKey) };
  const { issuer } = provider;
  const apple = siteWith(site, { platform: 'apple', preset: 'apple', issuer, clientId: 'the.site', signing });
  const visitor = openVisitor(apple);
  const { searchParams } = new URL(await leave(visitor, 'apple'));
  expect([searchParams.get('response_mode'), searchParams.get('scope')]).toEqual(['form_post', 'openid email']);
  const state = searchParams.get('state') ?? '';
  const heard = new Promise<URLSearchParams>((resolve) => {
    provider.meddle = (request, response) => {
      if (request.url !== '/token') return false;
      response.writeHead(400, JSON_TYPE).end('{"error":"invalid_grant"}');
      resolve(bodyOf(request));
      return true;
    };
  });
  const answer = new URLSearchParams({ code: 'x', state, iss: issuer });
  expect((await visitor.get(`/login/with/apple/callback?${answer}`)).status).toBe(424);
  const secret = (await heard).get('client_secret') ?? '';
  const { payload, protectedHeader } = await jwtVerify(secret, publicKey, { audience: issuer });
  expect(protectedHeader).toEqual({ alg: 'ES256', kid: 'KEY' });
  expect(payload).toMatchObject({ iss: 'TEAM', sub: 'the.site' });
});

test('Twitch may send the scopes of its token as a list', async () => {
  const { issuer } = provider;
  const twitch = siteWith(site, {
    platform: 'twitch',
    preset: 'twitch',
    issuer,
    clientId: CLIENT.id,
    clientSecret: CLIENT.secret,
  });
  const visitor = openVisitor(twitch);
  const address = await leave(visitor, 'twitch');
  const idToken = await provider.sign({ ...claimsFor(address), sub: 'streamer' });
  const token = { access_token: 'x', token_type: 'bearer', scope: ['openid', 'user:read:email'], id_token: idToken };
  provider.meddle = (request, response) => {
    if (request.url !== '/token') return false;
    response.writeHead(200, JSON_TYPE).end(JSON.stringify(token));
    return true;
  };
  const state = new URL(address).searchParams.get('state') ?? '';
  const answer = new URLSearchParams({ code: 'x', state, iss: issuer });
  const response = await visitor.get(`/login/with/twitch/callback?${answer}`);
  expect(response.headers.get('location')).toBe('/login/confirmation-required');
});

test('Epic Games signs in by OAuth 2 with PKCE and its userinfo', async () => {
  const issuer = elsewhere.base.slice(0, -1);
  const epic = siteWith(site, { platform: 'epic', preset: 'epic', issuer, clientId: 'me', clientSecret: 'secret' });
  elsewhere.script = ({ path }) =>
    path === '/token'
      ? { json: { access_token: 'a-token', token_type: 'bearer', expires_in: 60 } }
      : { json: { sub: 'an-epic-account', preferred_username: 'Epic' } };
  const visitor = openVisitor(epic);
  const address = new URL(await leave(visitor, 'epic'));
  expect(address.origin + address.pathname).toBe('https://www.epicgames.com/id/authorize');
  const answer = new URLSearchParams({ code: 'x', state: address.searchParams.get('state') ?? '' });
  const response = await visitor.get(`/login/with/epic/callback?${answer}`);
  expect(response.headers.get('location')).toBe('/login/confirmation-required');
  const [token, userinfo] = elsewhere.heard;
  expect(token?.headers.authorization).toBe(`Basic ${btoa('me:secret')}`);
  expect(new URLSearchParams(token?.body).get('code_verifier')).toMatch(/^[\w-]{43}$/);
  expect([userinfo?.path, userinfo?.headers.authorization]).toEqual(['/userInfo', 'Bearer a-token']);
});
