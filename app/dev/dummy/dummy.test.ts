import { describe, expect, test } from 'vitest';

import { askByKey, createKey } from '#test/people/keys.ts';
import { useTestSite } from '#test/site.ts';

const site = useTestSite();
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const ask = (path: string, request: Parameters<typeof site.ask>[2] = {}) =>
  site.ask(undefined, `/api/dummy/${path}`, request);

describe('a client of HTTP', () => {
  test.each([
    ['text', 'text/plain; charset=utf-8', 'Hello World'],
    ['binary', 'application/octet-stream', 'Hello World'],
    ['json', 'application/json', '{"Hello":"World"}'],
  ])('reads the content type %s', async (name, type, body) => {
    const response = await ask(`content-type/${name}`);
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([200, type, body]);
  });

  test.each(METHODS.slice(1))('gets its body back by %s, also in a header', async (method) => {
    const body = '<script>alert(1)</script>\r\nset-cookie: a=b\r\n\r\n\u{1f40d}';
    const response = await ask('echo?header=true', { method, body, headers: { 'content-type': 'text/html' } });
    expect(await response.text()).toBe(body);
    expect(response.headers.get('x-rumpus-dummy-body')).toBe(Buffer.from(body).toString('base64'));
    expect(response.headers.get('set-cookie')).toBeNull();
    expect((await ask('echo', { method, body })).headers.get('x-rumpus-dummy-body')).toBeNull();
  });

  test('gets nothing back where it has sent nothing', async () => {
    const response = await ask('echo?header=true');
    const { status, headers } = response;
    expect([status, await response.text(), headers.get('x-rumpus-dummy-body')]).toEqual([200, '', '']);
  });

  test('gets an echo that no browser shows or runs', async () => {
    const request = { method: 'POST', body: '<script>', headers: { 'content-type': 'text/html' } };
    const { headers } = await ask('echo', request);
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-disposition')).toMatch(/^attachment/);
    expect(headers.get('content-security-policy')).toMatch(/^sandbox; default-src 'none'/);
  });

  test.each([
    ['echo', 64 * 1024],
    ['echo?header=true', 4 * 1024],
  ])('is told when the body for %s is too large', async (path, most) => {
    expect((await ask(path, { method: 'POST', body: 'a'.repeat(most) })).status).toBe(200);
    expect((await ask(path, { method: 'POST', body: 'a'.repeat(most + 1) })).status).toBe(413);
  });

  test.each(METHODS)('sees the headers that it has sent by %s, and no secret', async (method) => {
    const secrets = { authorization: 'Basic abc', 'proxy-authorization': 'abc', cookie: 'a=b', 'x-xsrf-token': 'abc' };
    const headers = { 'X-Test': 'Hello', __proto__x: 'a', ...secrets };
    const { data } = (await (await ask('headers', { method, headers })).json()) as { data: Record<string, string> };
    expect(data).toMatchObject({ 'x-test': 'Hello', __proto__x: 'a' });
    expect(Object.keys(data).filter((name) => name in secrets)).toEqual([]);
  });

  test('sees no key of its own in a foreign page', async () => {
    const { key } = await createKey(site, 'player', ['rce-lh-read']);
    const response = await askByKey(site, key, '/api/dummy/headers', { headers: { 'x-test': 'a' } });
    expect(response.status).toBe(200);
    const text = await response.text();
    expect([text.includes('x-test'), text.includes(key)]).toEqual([true, false]);
  });

  test.each(METHODS)('is answered by %s with the status of its choice', async (method) => {
    for (const code of [200, 201, 204, 205, 299, 304, 400, 401, 404, 418, 429, 500, 503, 599]) {
      const response = await ask(`status/${code}`, { method });
      expect(response.status).toBe(code);
      const hasBody = ![204, 205, 304].includes(code);
      expect(await response.text()).toBe(hasBody ? JSON.stringify({ data: { status: code } }) : '');
    }
    for (const code of [301, 302, 303, 307, 308]) {
      const response = await ask(`status/${code}`, { method });
      expect(response.status).toBe(code);
      const to = response.headers.get('location') ?? '';
      expect((await site.ask(undefined, to, { method })).status).toBe(200);
    }
  });

  test.each(['100', '101', '103', '199', '600', '999', '0', '-200', '20', '2000', '2e2', 'ok'])(
    'is told that %s is no status it can choose',
    async (code) => expect((await ask(`status/${code}`)).status).toBe(400),
  );
});
