import { describe, expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { openVisitor } from '#test/people/visitor.ts';
import { refusalOf, useProviderSite } from '#test/providers/provider-site.ts';

const { site, provider, leave, makeAccount, someone, claimsFor, answerWithToken } = useProviderSite();
const OVER = 'This sign-in is over, or it was started in another browser. Start again.';
const WRONG = 'What Test told us didn’t add up, so we’re not buying it. Try again?';

describe('the answer of a provider', () => {
  test('counts once, also for parallel requests', async () => {
    await makeAccount('twenty', 'twenty@mail.example');
    someone({ sub: 'twenty', email: 'twenty@mail.example' });
    const visitor = openVisitor(site);
    const { path } = await provider.walk(await leave(visitor));
    const answers = await Promise.all(Array.from({ length: 20 }, () => visitor.get(path)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([302, ...Array<number>(19).fill(410)]);
    const sessions = await site.parts.db.query(sql`select from sessions where user_id = 'twenty'`);
    expect(sessions).toHaveLength(1);
    expect(await refusalOf(await visitor.get(path))).toEqual([410, OVER]);
  });

  test('counts in the browser that began the sign-in', async () => {
    const { path } = await provider.walk(await leave(openVisitor(site)));
    const other = openVisitor(site);
    expect(await refusalOf(await other.get(path))).toEqual([410, OVER]);
    await leave(other);
    expect(await refusalOf(await other.get(path))).toEqual([410, OVER]);
  });

  test('is refused at another provider’s callback, and used up by that', async () => {
    const visitor = openVisitor(site);
    const { path } = await provider.walk(await leave(visitor));
    expect((await visitor.get(path.replace('/test/', '/other/'))).status).toBe(410);
    expect((await visitor.get(path)).status).toBe(410);
  });

  test('is refused with a wrong or missing state', async () => {
    const visitor = openVisitor(site);
    const { path } = await provider.walk(await leave(visitor));
    for (const state of ['', 'state=', 'state=x', `state=${'a'.repeat(5000)}`, 'state=YWJj.YWJj']) {
      expect(await refusalOf(await visitor.get(`/login/with/test/callback?code=x&${state}`))).toEqual([410, OVER]);
    }
    expect((await visitor.get(path)).status).toBe(302);
  });

  test('is refused after 15 minutes', async () => {
    const visitor = openVisitor(site);
    const { path } = await provider.walk(await leave(visitor));
    site.clock.now = new Date(Date.now() + 15 * 60_000);
    expect(await refusalOf(await visitor.get(path))).toEqual([410, OVER]);
    site.clock.now = new Date();
  });

  test('is refused with another nonce', async () => {
    const visitor = openVisitor(site);
    const address = new URL(await leave(visitor));
    address.searchParams.set('nonce', 'another');
    const { path } = await provider.walk(address.href);
    expect(await refusalOf(await visitor.get(path))).toEqual([424, WRONG]);
  });

  test('is refused with another PKCE verifier', async () => {
    const visitor = openVisitor(site);
    const address = new URL(await leave(visitor));
    address.searchParams.set('code_challenge', 'a'.repeat(43));
    const { path } = await provider.walk(address.href);
    expect(await refusalOf(await visitor.get(path))).toEqual([424, WRONG]);
  });

  test('is refused from another issuer (RFC 9207)', async () => {
    const visitor = openVisitor(site);
    const { path } = await provider.walk(await leave(visitor));
    expect(path).toContain('iss=');
    const other = path.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example');
    expect(await refusalOf(await visitor.get(other))).toEqual([424, WRONG]);
  });

  test('is refused without an issuer when the provider always sends one', async () => {
    const visitor = openVisitor(site);
    const { path } = await provider.walk(await leave(visitor));
    expect(await refusalOf(await visitor.get(path.replace(/&iss=[^&]+/, '')))).toEqual([424, WRONG]);
  });

  test.each([
    ['expired 30 seconds ago: accepted', { exp: -30 }, 302],
    ['expired ten minutes ago: refused', { exp: -600 }, 424],
    ['valid in 30 seconds: accepted', { nbf: 30 }, 302],
    ['valid in ten minutes: refused', { nbf: 600 }, 424],
  ])('is checked by the times of its id token: %s', async (_, shift, status) => {
    const visitor = openVisitor(site);
    const address = await leave(visitor);
    const { path } = await provider.walk(address);
    const now = Math.floor(Date.now() / 1000);
    const times = Object.fromEntries(Object.entries(shift).map(([name, seconds]) => [name, now + seconds]));
    await answerWithToken({ ...claimsFor(address), iat: now, exp: now + 600, ...times });
    expect((await visitor.get(path)).status).toBe(status);
  });

  test.each([
    ['another audience', { aud: 'another-site' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['another nonce', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
    ['nobody', { sub: '' }],
  ])('is refused with an id token of %s', async (_, changes) => {
    const visitor = openVisitor(site);
    const address = await leave(visitor);
    const { path } = await provider.walk(address);
    await answerWithToken({ ...claimsFor(address), ...changes });
    expect(await refusalOf(await visitor.get(path))).toEqual([424, WRONG]);
  });

  test('is refused with an id token that is unsigned or signed by another key', async () => {
    for (const forge of [
      (token: string) => token.replace(/.{8}$/, 'AAAAAAAA'),
      (token: string) => `${btoa('{"alg":"none"}').replaceAll('=', '')}.${token.split('.')[1]}.`,
    ]) {
      const visitor = openVisitor(site);
      const address = await leave(visitor);
      const { path } = await provider.walk(address);
      await answerWithToken(claimsFor(address), forge);
      expect(await refusalOf(await visitor.get(path))).toEqual([424, WRONG]);
    }
  });
});
