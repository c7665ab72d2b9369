import { gunzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { Problem, problem } from '#lib/problem.ts';

import { problemReply, respond } from './respond.server.ts';

const requestOf = (method = 'GET', accept = '') =>
  new Request('http://localhost/', { method, headers: { 'accept-encoding': accept } });
const BASE = { 'x-request-id': 'r1', 'cache-control': 'private, no-store' };
const LONG = 'many words '.repeat(200);

test('a reply has its data under the name data', async () => {
  const response = await respond(requestOf(), { data: [1, null] }, BASE);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect([response.status, await response.text()]).toEqual([200, '{"data":[1,null]}']);
});

test('a reply adds to the headers of every answer, and its own count', async () => {
  const headers = { link: '</a>; rel="next"', 'cache-control': 'no-cache' };
  const response = await respond(requestOf(), { status: 201, data: 1, headers }, BASE);
  expect(Object.fromEntries(response.headers)).toMatchObject({ 'x-request-id': 'r1', ...headers });
});

test('every cookie has a header of its own', async () => {
  const response = await respond(requestOf(), { status: 204, cookies: ['a=1', 'b=2'] }, BASE);
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect([response.status, response.body]).toEqual([204, null]);
});

test('HEAD has the headers of GET and no body, and a streaming body is not even opened', async () => {
  const get = await respond(requestOf('GET', 'gzip'), { data: LONG }, BASE);
  const head = await respond(requestOf('HEAD', 'gzip'), { data: LONG }, BASE);
  expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers));
  expect(head.body).toBeNull();
  let opened = false;
  const body = () => Promise.resolve(((opened = true), new ReadableStream<Uint8Array>()));
  await respond(requestOf('HEAD'), { body }, BASE);
  expect(opened).toBe(false);
});

test('a long text is compressed for clients that accept it, a short one and one with an etag are not', async () => {
  const long = await respond(requestOf('GET', 'gzip'), { data: LONG }, BASE);
  expect(long.headers.get('content-encoding')).toBe('gzip');
  expect(JSON.parse(gunzipSync(await long.arrayBuffer()).toString())).toEqual({ data: LONG });
  const short = await respond(requestOf('GET', 'gzip'), { data: 'word' }, BASE);
  const tagged = await respond(requestOf('GET', 'gzip'), { data: LONG, headers: { etag: '"1"' } }, BASE);
  const plain = await respond(requestOf('GET'), { data: LONG }, BASE);
  expect([short, tagged, plain].map(({ headers }) => headers.get('content-encoding'))).toEqual([null, null, null]);
  expect([long, short, plain].map(({ headers }) => headers.get('vary'))).toEqual([
    'accept-encoding',
    null,
    'accept-encoding',
  ]);
});

test('a refusal is application/problem+json with message, code and request id (RFC 9457)', async () => {
  const kind = problem(412, 'thing.changed', 'It has changed meanwhile.');
  const details = { fields: { size: 'a number' }, members: { etag: '"8"' }, headers: { 'retry-after': '3' } };
  const response = await respond(requestOf(), problemReply(new Problem(kind, details), 'r1'), BASE);
  expect(response.status).toBe(412);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(response.headers.get('retry-after')).toBe('3');
  expect(await response.json()).toEqual({
    type: 'about:blank',
    title: kind.message,
    status: 412,
    message: kind.message,
    code: kind.code,
    requestId: 'r1',
    fields: { size: 'a number' },
    etag: '"8"',
  });
});

test('a refusal is no Error, because React Router hides the message of every Error', () => {
  expect(new Problem(problem(404, 'thing.none', 'None.'))).not.toBeInstanceOf(Error);
});

test('a kept answer has an etag by all that it says but the seconds that have passed, and who has it is told so', async () => {
  const keeping = { 'cache-control': 'public, no-cache', vary: 'locale' };
  const ask = (data: unknown, have = '', next = '1') => {
    const request = requestOf('GET', 'gzip');
    if (have !== '') request.headers.set('if-none-match', have);
    return respond(request, { data, pages: { next: { after: next } } }, BASE, keeping);
  };
  const row = { title: LONG, createdAgo: 7, text: '"createdAgo":7' };
  const first = await ask(row);
  const etag = first.headers.get('etag') ?? '';
  expect(etag).toMatch(/^W\/"[\w-]{27}"$/);
  expect([first.headers.get('cache-control'), first.headers.get('vary')]).toEqual([
    'public, no-cache',
    'locale, accept-encoding',
  ]);
  expect(first.headers.get('content-encoding')).toBe('gzip');
  const again = await ask({ ...row, createdAgo: 8 }, etag);
  expect([again.status, await again.text(), again.headers.get('etag'), again.headers.get('content-type')]).toEqual([
    304,
    '',
    etag,
    null,
  ]);
  expect(again.headers.get('link')).toContain('after=1');
  expect((await ask({ ...row, text: '"createdAgo":8' }, etag)).status).toBe(200);
  expect((await ask(row, etag, '2')).status).toBe(200);
  const own = await respond(
    requestOf(),
    { data: 1, headers: { etag: '"5"', 'cache-control': 'no-cache' } },
    BASE,
    keeping,
  );
  expect([own.headers.get('etag'), own.headers.get('cache-control')]).toEqual(['"5"', 'no-cache']);
  const made = await respond(requestOf('POST'), { status: 201, data: 1 }, BASE, keeping);
  expect([made.headers.get('etag'), made.headers.get('cache-control')]).toEqual([null, 'private, no-store']);
});
