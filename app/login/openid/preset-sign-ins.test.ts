import { exportPKCS8, generateKeyPair } from 'jose';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { openVisitor } from '#test/people/visitor.ts';
import type { FormVisitor } from '#test/people/visitor.ts';
import { CLIENT } from '#test/providers/oidc-provider.ts';
import { JSON_TYPE, siteWith, useProviderSite, whoIs } from '#test/providers/provider-site.ts';

const { site, provider, leave, makeAccount, someone, claimsFor, answerWithToken } = useProviderSite();
const REGISTRATION = '/login/confirmation-required';

/** The site with this preset alone, whose issuer is the local provider by default. */
function siteOf(preset: 'google' | 'discord' | 'microsoft', issuer: string | undefined = provider.issuer) {
  const known = { issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret };
  return siteWith(site, { platform: preset, preset, ...known });
}

const ledTo = (response: Response) => [response.status, response.headers.get('location')];

async function joins(visitor: FormVisitor, alias: string): Promise<string | undefined> {
  const made = await visitor.post(REGISTRATION, { agreed: 'yes', alias });
  expect(ledTo(made)).toEqual([302, '/welcome?returnTo=%2Fgames']);
  return whoIs(visitor);
}

/** An address without a parameter that the local provider does not know. */
function without(address: string, name: string): string {
  const url = new URL(address);
  url.searchParams.delete(name);
  return url.href;
}

describe('Google', () => {
  async function signIn(visitor: FormVisitor, claims: Record<string, unknown>): Promise<Response> {
    const address = await leave(visitor, 'google');
    const { searchParams } = new URL(address);
    expect([searchParams.get('scope'), searchParams.get('prompt')]).toEqual(['openid email profile', 'select_account']);
    const { path } = await provider.walk(without(address, 'prompt'));
    await answerWithToken({ ...claimsFor(address), azp: CLIENT.id, ...claims });
    return visitor.get(path);
  }

  test.each([
    ['of its own domain', 'somebody@gmail.com', {}],
    ['of a domain that it keeps', 'somebody@studio.example', { hd: 'studio.example' }],
  ])('signs in the account that has verified an address %s', async (kind, email, more) => {
    const userId = kind.replaceAll(' ', '');
    await makeAccount(userId, email);
    const visitor = openVisitor(siteOf('google'));
    const claims = { sub: userId, email, email_verified: true, ...more };
    expect(ledTo(await signIn(visitor, claims))).toEqual([302, '/games']);
    expect(await whoIs(visitor)).toBe(userId);
  });

  test('is not trusted for an address of another domain, and still signs in a linked identity', async () => {
    await makeAccount('domain', 'owner@domain.example');
    const claims = { sub: 'former', email: 'owner@domain.example', email_verified: true };
    const visitor = openVisitor(siteOf('google'));
    expect(ledTo(await signIn(visitor, claims))).toEqual([302, REGISTRATION]);
    const userId = await joins(visitor, 'Former Owner');
    expect(userId).not.toBe('domain');
    const again = openVisitor(siteOf('google'));
    expect(ledTo(await signIn(again, claims))).toEqual([302, '/games']);
    expect(await whoIs(again)).toBe(userId);
  });
});

describe('Discord', () => {
  async function signIn(visitor: FormVisitor): Promise<Response> {
    const address = await leave(visitor, 'discord');
    expect(new URL(address).searchParams.get('scope')).toBe('openid identify email');
    const { path } = await provider.walk(address);
    return visitor.get(path);
  }

  test('sends the address in its userinfo, and not in its id token', async () => {
    await makeAccount('discordian', 'discordian@mail.example');
    someone({ sub: '80351110224678912', email: 'discordian@mail.example' });
    const visitor = openVisitor(siteOf('discord'));
    expect(ledTo(await signIn(visitor))).toEqual([302, '/games']);
    expect(await whoIs(visitor)).toBe('discordian');
    expect(provider.requests).toContain('/me');
  });

  test('without email_verified does not sign in the account of the address', async () => {
    await makeAccount('careful', 'careful@mail.example');
    someone({ sub: '80351110224678913', email: 'careful@mail.example', email_verified: undefined });
    const visitor = openVisitor(siteOf('discord'));
    expect(ledTo(await signIn(visitor))).toEqual([302, REGISTRATION]);
    expect(await whoIs(visitor)).toBeUndefined();
    expect(await joins(visitor, 'Careless Discord')).not.toBe('careful');
  });
});

describe('Microsoft', () => {
  const HOST = 'https://login.microsoftonline.com';
  const [OURS, THEIRS] = ['9188040d-6c67-4c5b-b112-36a304b66dad', '72f988bf-86f1-41af-91ab-2d7cd011db47'];
  const issuerOf = (tenant: string) => `${HOST}/${tenant}/v2.0`;
  const DESCRIPTION = {
    // For all tenants Microsoft sends a template instead of an issuer.
    issuer: issuerOf('{tenantid}'),
    authorization_endpoint: `${HOST}/common/oauth2/v2.0/authorize`,
    token_endpoint: `${HOST}/common/oauth2/v2.0/token`,
    jwks_uri: `${HOST}/common/discovery/v2.0/keys`,
    token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
  const network = globalThis.fetch;

  // Requests to Microsoft go to the local provider, which cannot have a certificate for that host.
  beforeEach(() =>
    vi.stubGlobal('fetch', (input: string | URL | Request, options?: RequestInit) => {
      const address = input instanceof Request ? input.url : String(input);
      return network(address.startsWith(HOST) ? address.replace(HOST, provider.issuer) : input, options);
    }),
  );
  afterEach(() => void vi.unstubAllGlobals());

  async function signIn(visitor: FormVisitor, claims: Record<string, unknown>): Promise<Response> {
    let idToken = '';
    provider.meddle = (request, response) => {
      const json = (body: unknown) => (response.writeHead(200, JSON_TYPE).end(JSON.stringify(body)), true);
      if (request.url === '/common/v2.0/.well-known/openid-configuration') return json(DESCRIPTION);
      if (request.url === '/common/oauth2/v2.0/token') {
        return json({ access_token: 'x', token_type: 'Bearer', scope: 'openid profile', id_token: idToken });
      }
      if (request.url === '/common/discovery/v2.0/keys') request.url = '/jwks';
      return false;
    };
    const address = await leave(visitor, 'microsoft');
    const { origin, pathname, search } = new URL(without(address, 'prompt'));
    expect(origin + pathname).toBe(DESCRIPTION.authorization_endpoint);
    const { path } = await provider.walk(`${provider.issuer}/auth${search}`);
    idToken = await provider.sign({ ...claimsFor(address), ver: '2.0', ...claims });
    // Unlike the provider here, Microsoft does not name itself in the address.
    return visitor.get(path.replace(/&iss=[^&]+/, ''));
  }
  const siteOfAll = () => siteOf('microsoft', issuerOf('common'));
  const of = (tenant: string, more: object) => ({ tid: tenant, iss: issuerOf(tenant), ...more });

  test('signs in users of any tenant, under the tenant’s issuer', async () => {
    const [visitor, stranger, again] = [0, 1, 2].map(() => openVisitor(siteOfAll())) as [
      FormVisitor,
      FormVisitor,
      FormVisitor,
    ];
    expect(ledTo(await signIn(visitor, of(OURS, { sub: 'one' })))).toEqual([302, REGISTRATION]);
    const userId = await joins(visitor, 'Tenant of Ours');
    expect(ledTo(await signIn(stranger, of(THEIRS, { sub: 'one' })))).toEqual([302, REGISTRATION]);
    expect(ledTo(await signIn(again, of(OURS, { sub: 'one' })))).toEqual([302, '/games']);
    expect(await whoIs(again)).toBe(userId);
    const identities = await site.parts.db.query(sql`select issuer, subject from account_identities
      where user_id = ${userId ?? null}`);
    expect(identities).toEqual([{ issuer: issuerOf(OURS), subject: 'one' }]);
  });

  test('is not trusted for an address, which a tenant’s administrator can set', async () => {
    await makeAccount('victim', 'victim@mail.example');
    for (const more of [{}, { email_verified: true }, { xms_edov: true }]) {
      const visitor = openVisitor(siteOfAll());
      const claims = of(THEIRS, { sub: 'thief', email: 'victim@mail.example', ...more });
      expect(ledTo(await signIn(visitor, claims))).toEqual([302, REGISTRATION]);
      expect(await whoIs(visitor)).toBeUndefined();
    }
  });

  test.each([
    ['in the name of another tenant than it is of', { tid: THEIRS, iss: issuerOf(OURS) }],
    ['in the name of no tenant', { tid: THEIRS, iss: issuerOf('{tenantid}') }],
    ['in the name of the address of all tenants', { tid: THEIRS, iss: issuerOf('common') }],
  ])('is refused %s', async (_, claims) => {
    const visitor = openVisitor(siteOfAll());
    expect((await signIn(visitor, { sub: 'one', ...claims })).status).toBe(424);
    expect(await whoIs(visitor)).toBeUndefined();
  });
});

describe('Apple', () => {
  test('posts its answer from its own site, without our cookies, and the browser is signed in', async () => {
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const signing = { teamId: 'TEAM', keyId: 'KEY', privateKey: await exportPKCS8(privateKey) };
    const { issuer } = provider;
    const apple = siteWith(site, { platform: 'apple', preset: 'apple', issuer, clientId: CLIENT.id, signing });
    await makeAccount('apfel', 'apfel@mail.example');
    const visitor = openVisitor(apple);
    const address = await leave(visitor, 'apple');
    const { path, form = new URLSearchParams() } = await provider.walk(address);
    await answerWithToken({
      ...claimsFor(address),
      sub: '001.apfel',
      email: 'apfel@mail.example',
      email_verified: 'true',
    });
    // At the first sign-in Apple adds a name, which the visitor may choose freely.
    form.set('user', JSON.stringify({ name: { firstName: 'A', lastName: 'B' }, email: 'victim@mail.example' }));

    // Browsers send no SameSite=Lax cookies with a post from another site.
    const crossing = openVisitor(apple);
    const headers = { 'sec-fetch-site': 'cross-site', origin: new URL(issuer).origin };
    const posted = await crossing.post(path, Object.fromEntries(form), headers);
    expect([posted.status, posted.headers.getSetCookie()]).toEqual([303, []]);
    const back = posted.headers.get('location') ?? '';
    expect(back).toMatch(/^\/login\/with\/apple\/callback\?code=/);
    expect((await crossing.get(back)).status).toBe(410);

    expect(ledTo(await visitor.get(back, { 'sec-fetch-site': 'cross-site' }))).toEqual([302, '/games']);
    expect(await whoIs(visitor)).toBe('apfel');
  });
});
