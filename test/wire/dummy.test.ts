import { expect, inject, test } from 'vitest';

import { ask } from './client.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

test('a client of HTTP reads three types', async () => {
  for (const [name, type, body] of [
    ['text', 'text/plain; charset=utf-8', 'Hello World'],
    ['binary', 'application/octet-stream', 'Hello World'],
    ['json', 'application/json', '{"Hello":"World"}'],
  ]) {
    const reply = await ask(undefined, `GET /api/dummy/content-type/${name}`);
    expect([reply.status, reply.headers['content-type'], reply.text]).toEqual([200, type, body]);
  }
});

test.each(METHODS)('a client of HTTP is echoed, shown its headers and given a status by %s', async (method) => {
  const body = method === 'GET' ? {} : { body: Buffer.from('\u0000\r\n<b>') };
  const echo = await ask(undefined, `${method} /api/dummy/echo?header=true`, body);
  const sent = method === 'GET' ? '' : '\u0000\r\n<b>';
  expect([echo.status, echo.text]).toEqual([200, sent]);
  expect(echo.headers['x-rumpus-dummy-body']).toBe(Buffer.from(sent).toString('base64'));
  const headers = { 'X-Test': 'Hello', Cookie: 'a=b' };
  const echoed = (await ask(undefined, `${method} /api/dummy/headers`, { headers })).data() as Record<string, string>;
  expect([echoed['x-test'], echoed.cookie]).toEqual(['Hello', undefined]);
  for (const status of [200, 204, 302]) {
    const reply = await ask(undefined, `${method} /api/dummy/status/${status}`);
    expect(reply.status).toBe(status);
    if (status !== 302) continue;
    expect((await ask(undefined, `${method} ${reply.headers.location}`)).status).toBe(200);
  }
  expect((await ask(undefined, `${method} /api/dummy/status/100`)).status).toBe(400);
  expect((await ask(undefined, `${method} /api/dummy/echo?header=maybe`)).status).toBe(400);
});

test.each(METHODS.slice(1))('a client of HTTP is told by %s what is too long for an echo', async (method) => {
  const tooLarge = { body: Buffer.alloc(64 * 1024 + 1) };
  expect((await ask(undefined, `${method} /api/dummy/echo`, tooLarge)).refusal).toEqual([
    413,
    'That is larger than this call takes.',
  ]);
  expect((await ask(undefined, `${method} /api/dummy/echo?header=true`, tooLarge)).refusal).toEqual([
    413,
    'A header holds no more than 4 KB of body.',
  ]);
});

test.each(METHODS)('a broken address of a status is refused by %s', async (method) => {
  expect((await ask(undefined, `${method} /api/dummy/status/%ff`)).refusal).toEqual([
    404,
    "We don't have what you're looking for.",
  ]);
});

test.each(METHODS.slice(1))('a session of another page is refused by %s', async (method) => {
  const headers = { cookie: inject('cast').player.cookie };
  for (const path of ['echo', 'headers', 'status/200']) {
    expect((await ask(undefined, `${method} /api/dummy/${path}`, { headers })).refusal).toEqual([
      403,
      'This did not come from our own pages. Reload and try again.',
    ]);
  }
});
