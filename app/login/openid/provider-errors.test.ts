import type { ServerResponse } from 'node:http';

import { describe, expect, onTestFinished, test, vi } from 'vitest';

import { openVisitor } from '#test/people/visitor.ts';
import { JSON_TYPE, refusalIn, refusalOf, useProviderSite } from '#test/providers/provider-site.ts';
import { openTestApp } from '#test/test-app.ts';
import type { TestRequest } from '#test/test-app.ts';

const { site, provider, variables, leave, someone, insteadOfToken } = useProviderSite();
const WRONG = 'What Test told us didn’t add up, so we’re not buying it. Try again?';
const DOWN = 'Test isn’t answering right now. Try again in a moment?';

describe('a provider', () => {
  test('is cancelled with a page that offers other sign-ins', async () => {
    provider.person = undefined;
    const visitor = openVisitor(site);
    const { path } = await provider.walk(await leave(visitor));
    const response = await visitor.get(path);
    const html = await response.text();
    expect([response.status, refusalIn(html)]).toEqual([400, 'You stopped at Test, so nothing happened here.']);
    expect(html).toContain('action="/login/with/test"');
    expect(html).toContain('name="returnTo" value="/games"');
    expect(html).toContain('href="/login?returnTo=%2Fgames"');
    expect((await visitor.get(path)).status).toBe(410);
  });

  test.each([
    ['invalid_scope', 424, 'Test wouldn’t tell us who you are.'],
    ['temporarily_unavailable', 424, DOWN],
    ['user_cancelled_authorize', 400, 'You stopped at Test, so nothing happened here.'],
  ])('that answers with the error %s gets a page of its own', async (error, status, sentence) => {
    const visitor = openVisitor(site);
    const state = new URL(await leave(visitor)).searchParams.get('state') ?? '';
    const answer = new URLSearchParams({ state, error, iss: provider.issuer });
    expect(await refusalOf(await visitor.get(`/login/with/test/callback?${answer}`))).toEqual([status, sentence]);
  });

  test.each<[string, (response: ServerResponse) => unknown]>([
    ['answers 500', (response) => response.writeHead(500).end()],
    ['cuts the connection', (response) => response.destroy()],
    [
      'breaks off',
      (response) =>
        response.writeHead(200, { ...JSON_TYPE, 'content-length': '99' }).write('{', () => response.destroy()),
    ],
  ])('whose server %s gets a page of its own', async (_, answer) => {
    const visitor = openVisitor(site);
    const { path } = await provider.walk(await leave(visitor));
    insteadOfToken(answer);
    expect(await refusalOf(await visitor.get(path))).toEqual([424, DOWN]);
  });

  test('whose server says nothing for five seconds gets a page of its own', async () => {
    const visitor = openVisitor(site);
    const { path } = await provider.walk(await leave(visitor));
    insteadOfToken(() => undefined);
    const timeoutOf = AbortSignal.timeout.bind(AbortSignal);
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeoutOf(ms / 100));
    onTestFinished(() => timeout.mockRestore());
    expect(await refusalOf(await visitor.get(path))).toEqual([424, DOWN]);
    expect(timeout.mock.calls).toEqual([[5000]]);
  });

  test('that answers without JSON or without a token is refused', async () => {
    for (const body of ['<html>', '{}', '{"access_token":"x","token_type":"bearer"}', '[]']) {
      const visitor = openVisitor(site);
      const { path } = await provider.walk(await leave(visitor));
      insteadOfToken((response) => response.writeHead(200, JSON_TYPE).end(body));
      expect(await refusalOf(await visitor.get(path)), body).toEqual([424, WRONG]);
    }
  });

  test('without metadata gets a page at once, and is asked again the next time', async () => {
    const door = openTestApp(site, variables);
    const visitor = openVisitor({ ...site, ask: (_, path, request) => door.sendRequest(path, request as TestRequest) });
    provider.meddle = (_, response) => response.writeHead(503).end() !== undefined;
    expect(await refusalOf(await visitor.post('/login/with/test', { returnTo: '/games' }))).toEqual([424, DOWN]);
    provider.meddle = () => false;
    expect(await leave(visitor)).toContain(provider.issuer);
    provider.requests.splice(0);
    expect(await leave(visitor)).toContain(provider.issuer);
    expect(provider.requests).toEqual([]);
  });

  test('may post its answer from its own site, and the cookies stay Lax', async () => {
    someone({ sub: 'poster' });
    const visitor = openVisitor(site);
    const { path, form } = await provider.walk(await leave(visitor, 'post'));
    expect(form?.get('code')).toMatch(/./);
    const foreign = { origin: provider.issuer, 'sec-fetch-site': 'cross-site' };
    // Browsers send no Lax cookies with such a form.
    const passed = await openVisitor(site).post(path, Object.fromEntries(form ?? []), foreign);
    expect([passed.status, passed.headers.getSetCookie()]).toEqual([303, []]);
    const location = passed.headers.get('location') ?? '';
    expect(location).toMatch(/^\/login\/with\/post\/callback\?/);
    const response = await visitor.get(location, { 'sec-fetch-site': 'cross-site' });
    expect(response.headers.get('location')).toBe('/login/confirmation-required');
  });

  test('may post to its callback alone: other forms from another site are refused', async () => {
    const foreign = { origin: provider.issuer, 'sec-fetch-site': 'cross-site' };
    const visitor = openVisitor(site);
    const status = async (path: string) => (await visitor.post(path, { code: 'x' }, foreign)).status;
    const paths = ['/login/with/post', '/login', '/login/with/post/callback/x', '/en-US/login/with/post/callback'];
    expect(await Promise.all(paths.map(status))).toEqual([403, 403, 403, 403]);
    expect(await status('/login/with/nobody/callback')).toBe(404);
  });
});
