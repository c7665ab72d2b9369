import { describe, expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { openVisitor } from '#test/people/visitor.ts';
import { CLIENT } from '#test/providers/oidc-provider.ts';
import { useProviderSite, whoIs } from '#test/providers/provider-site.ts';

const { site, provider, leave, signIn, makeAccount, someone } = useProviderSite();

describe('signing in with a provider', () => {
  test('begins on a page without side effects, and offers only configured providers', async () => {
    const visitor = openVisitor(site);
    const page = await visitor.get('/login/with/test');
    expect([page.status, page.headers.getSetCookie()]).toEqual([200, []]);
    expect(await page.text()).toContain('Sign in with Test');
    expect((await visitor.get('/login/with/google')).status).toBe(404);
    expect(provider.requests).toEqual([]);
  });

  test.each([
    ['/connect/test', 'Test'],
    ['/de-DE/connect/test', 'Test'],
    ['/connect/steam', 'Steam'],
    ['/connect/epic', 'Epic Games'],
    ['/connect/%3Cb%3Efree%20money', undefined],
    ['/connect/constructor', undefined],
  ])('%s names the service to a visitor, who signs in first', async (path, service) => {
    const visitor = openVisitor(site);
    const account = (await visitor.get(path)).headers.get('location') ?? '';
    expect(account).toMatch(/\/account\?from=[^#]+#connections$/);
    const login = (await visitor.get(account.replace(/#.*/, ''))).headers.get('location') ?? '';
    const page = await (await visitor.get(login, { 'accept-language': 'en' })).text();
    const said = page.replaceAll('<!-- -->', '');
    const words = path.startsWith('/de') ? `dann verbindest du ${service} mit` : `then connect ${service ?? ''}`;
    expect([path, said.includes(words)]).toEqual([path, service !== undefined]);
    expect(said).not.toContain('free money to your account');
  });

  test('requests a code with PKCE, a state, a nonce and our callback', async () => {
    const { origin, searchParams } = new URL(await leave(openVisitor(site)));
    expect(origin).toBe(provider.issuer);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: CLIENT.id,
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: 'http://localhost:8080/login/with/test/callback',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as string,
      state: expect.stringMatching(/^[\w-]+\.[\w-]{43}$/) as string,
    });
  });

  test('signs in the account that has verified the address, and links the identity', async () => {
    await makeAccount('verifi', 'verified@mail.example');
    someone({ sub: 'verified', email: 'Verified@mail.example' });
    const visitor = openVisitor(site);
    const response = await signIn(visitor);
    expect([response.status, response.headers.get('location')]).toEqual([302, '/games']);
    expect(await whoIs(visitor)).toBe('verifi');
    someone({ sub: 'verified', email: 'elsewhere@mail.example' });
    const again = openVisitor(site);
    await signIn(again);
    expect(await whoIs(again)).toBe('verifi');
  });

  test('begins a registration for a new user, which keeps the path to return to', async () => {
    someone({ sub: 'stranger', email: 'stranger@mail.example' });
    const visitor = openVisitor(site);
    const response = await signIn(visitor);
    expect([response.status, response.headers.get('location')]).toEqual([302, '/login/confirmation-required']);
    expect(await whoIs(visitor)).toBeUndefined();
    const made = await visitor.post('/login/confirmation-required', { agreed: 'yes', alias: 'Plain Stranger' });
    expect([made.status, made.headers.get('location')]).toEqual([302, '/welcome?returnTo=%2Fgames']);
    const userId = await whoIs(visitor);
    expect(userId).toMatch(/./);
    const again = openVisitor(site);
    await signIn(again);
    expect(await whoIs(again)).toBe(userId);
  });

  test.each([
    ['that the provider has not verified', { email_verified: false }, 'test'],
    ['of which it says nothing', { email_verified: undefined }, 'test'],
    ['that it has verified, but whose word on that does not count', {}, 'other'],
  ])('by an address %s does not sign in the account that has verified it', async (_, changes, platform) => {
    await makeAccount('careful', 'careful@mail.example');
    someone({ sub: `careless-${platform}`, email: 'careful@mail.example', ...changes });
    const visitor = openVisitor(site);
    const response = await signIn(visitor, platform);
    expect(response.headers.get('location')).toBe('/login/confirmation-required');
    expect(await whoIs(visitor)).toBeUndefined();
  });

  test('stores no tokens in the database', async () => {
    await makeAccount('tokens', 'tokens@mail.example');
    someone({ sub: 'tokens', email: 'tokens@mail.example' });
    const visitor = openVisitor(site);
    const address = await leave(visitor);
    const [confirmation] = await site.parts.db.query<{ details: unknown }>(sql`select details from confirmations
      where kind = 'login.provider' order by created_at desc limit 1`);
    expect(confirmation?.details).toEqual({ platform: 'test', returnTo: '/games', aim: 'signIn' });
    const { path } = await provider.walk(address);
    await visitor.get(path);
    const [row] = await site.parts.db.query(sql`select * from account_identities where subject = 'tokens'`);
    expect(Object.keys(row ?? {}).toSorted()).toEqual(
      'is_public issuer last_used_at linked_at name platform subject user_id'.split(' '),
    );
  });
});
