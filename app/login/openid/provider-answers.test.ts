import { describe, expect, test } from 'vitest';

import { sql } from '#lib/database/sql.server.ts';
import { told, useProviderSite } from '#test/providers/provider-site.ts';
import { openVisitor } from '#test/people/visitor.ts';

const { site, provider, leave, makeAccount, someone, claimsFor, tellToken } = useProviderSite();
const OVER = 'This sign-in is over, or it was begun in another browser. Begin again.';
const WRONG = 'What Test told us was not right, so we do not believe it. Try again?';

describe('an answer', () => {
  test('counts once, however many bring it at once', async () => {
    await makeAccount('twenty', 'twenty@mail.example');
    someone({ sub: 'twenty', email: 'twenty@mail.example' });
    const visitor = openVisitor(site);
    const { path } = await provider.walk(await leave(visitor));
    const answers = await Promise.all(Array.from({ length: 20 }, () => visitor.get(path)));
    const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses).toEqual([302, ...Array<number>(19).fill(410)]);
    const sessions = await site.parts.db.query(sql`select from sessions where user_id = 'twenty'`);
    expect(sessions).toHaveLength(1);
    expect(await told(await visitor.get(path))).toEqual([410, OVER]);
  });

  test('is for the browser that asked', async () => {
    const { path } = await provider.walk(await leave(openVisitor(site)));
    const other = openVisitor(site);
    expect(await told(await other.get(path))).toEqual([410, OVER]);
    await leave(other);
    expect(await told(await other.get(path))).toEqual([410, OVER]);
  });

  test('of one provider does not count at another’s address, and is used up by the try', async () => {
    const visitor = openVisitor(site);
    const { path } = await provider.walk(await leave(visitor));
    expect((await visitor.get(path.replace('/test/', '/other/'))).status).toBe(410);
    expect((await visitor.get(path)).status).toBe(410);
  });

  test('with a wrong state, or none, is none', async () => {
    const visitor = openVisitor(site);
    const { path } = await provider.walk(await leave(visitor));
    for (const state of ['', 'state=', 'state=x', `state=${'a'.repeat(5000)}`, 'state=YWJj.YWJj']) {
      expect(await told(await visitor.get(`/login/with/test/callback?code=x&${state}`))).toEqual([410, OVER]);
    }
    expect((await visitor.get(path)).status).toBe(302);
  });

  test('is too late after a quarter of an hour', async () => {
    const visitor = openVisitor(site);
    const { path } = await provider.walk(await leave(visitor));
    site.clock.now = new Date(Date.now() + 15 * 60_000);
    expect(await told(await visitor.get(path))).toEqual([410, OVER]);
    site.clock.now = new Date();
  });

  test('for another nonce is not believed', async () => {
    const visitor = openVisitor(site);
    const address = new URL(await leave(visitor));
    address.searchParams.set('nonce', 'another');
    const { path } = await provider.walk(address.href);
    expect(await told(await visitor.get(path))).toEqual([424, WRONG]);
  });

  test('for another PKCE verifier is not believed', async () => {
    const visitor = openVisitor(site);
    const address = new URL(await leave(visitor));
    address.searchParams.set('code_challenge', 'a'.repeat(43));
    const { path } = await provider.walk(address.href);
    expect(await told(await visitor.get(path))).toEqual([424, WRONG]);
  });

  test('in the name of another issuer is not believed (RFC 9207)', async () => {
    const visitor = openVisitor(site);
    const { path } = await provider.walk(await leave(visitor));
    expect(path).toContain('iss=');
    const other = path.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example');
    expect(await told(await visitor.get(other))).toEqual([424, WRONG]);
  });

  test('that does not name its issuer is not believed, because this provider always does', async () => {
    const visitor = openVisitor(site);
    const { path } = await provider.walk(await leave(visitor));
    expect(await told(await visitor.get(path.replace(/&iss=[^&]+/, '')))).toEqual([424, WRONG]);
  });

  test.each([
    ['that has just run out by a clock half a minute behind is believed', { exp: -30 }, 302],
    ['that ran out ten minutes ago is not', { exp: -600 }, 424],
    ['from half a minute to come is believed', { nbf: 30 }, 302],
    ['from ten minutes to come is not', { nbf: 600 }, 424],
  ])('with an id token %s', async (_, shift, status) => {
    const visitor = openVisitor(site);
    const address = await leave(visitor);
    const { path } = await provider.walk(address);
    const now = Math.floor(Date.now() / 1000);
    const times = Object.fromEntries(Object.entries(shift).map(([name, seconds]) => [name, now + seconds]));
    await tellToken({ ...claimsFor(address), iat: now, exp: now + 600, ...times });
    expect((await visitor.get(path)).status).toBe(status);
  });

  test.each([
    ['another audience', { aud: 'another-site' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['another nonce', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
    ['nobody', { sub: '' }],
  ])('with an id token of %s is not believed', async (_, changes) => {
    const visitor = openVisitor(site);
    const address = await leave(visitor);
    const { path } = await provider.walk(address);
    await tellToken({ ...claimsFor(address), ...changes });
    expect(await told(await visitor.get(path))).toEqual([424, WRONG]);
  });

  test('with an id token that another has signed, or nobody, is not believed', async () => {
    for (const forge of [
      (token: string) => token.replace(/.{8}$/, 'AAAAAAAA'),
      (token: string) => `${btoa('{"alg":"none"}').replaceAll('=', '')}.${token.split('.')[1]}.`,
    ]) {
      const visitor = openVisitor(site);
      const address = await leave(visitor);
      const { path } = await provider.walk(address);
      await tellToken(claimsFor(address), forge);
      expect(await told(await visitor.get(path))).toEqual([424, WRONG]);
    }
  });
});
