import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';

import { describe, expect, inject, test } from 'vitest';

import { ask } from './client.ts';
import { useCrate } from './crate.ts';
import { operations } from './document.ts';
import { sendRaw } from './http.ts';

const crate = useCrate('http');
const small = useCrate('http-small', {
  policy: { list: ['public'], create: ['staff'], update: ['staff'] },
  maxBytes: 100,
});
const { cookie, xsrf } = inject('cast').staff;
const NOTHING = "We don't have what you're looking for.";
const JSON_TYPE = { 'content-type': 'application/json' };

function rawRequest(line: string, headers: string[], body = ''): string {
  return [`${line} HTTP/1.1`, 'Host: localhost', ...headers, '', body].join('\r\n');
}

const countOf = async (items: string) => (await ask('staff', `GET ${items}?count=true`)).data();

describe('a body', () => {
  const auth = [`Cookie: ${cookie}`, `X-XSRF-TOKEN: ${xsrf}`];

  test.each([
    ['of a told length', 'Content-Length: 1000', 'only a part'],
    ['of a told length over 64 KB', 'Content-Length: 900000', 'x'.repeat(70_000)],
    ['in chunks', 'Transfer-Encoding: chunked', '5\r\nhello\r\n'],
    ['in chunks, within one', 'Transfer-Encoding: chunked', 'ff\r\nhello'],
  ])('%s that is cut off half-way changes nothing', async (_how, header, body) => {
    const before = await countOf(crate.items);
    const answer = await sendRaw(rawRequest(`POST ${crate.items}`, [...auth, header], body));
    if (answer !== '') expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(await countOf(crate.items)).toBe(before);
  });

  test('of JSON that is cut off half-way changes nothing', async () => {
    const { itemId, etag } = await crate.create('staff');
    const line = `PUT ${crate.items}/${itemId}/metadata`;
    const cut = '{"tags":["lost"]';
    const headers = [...auth, 'Content-Type: application/json'];
    for (const header of ['Content-Length: 17', 'Transfer-Encoding: chunked']) {
      const body = header.startsWith('T') ? `11\r\n${cut}` : cut;
      const answer = await sendRaw(rawRequest(line, [...headers, header], body));
      if (answer !== '') expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    }
    expect((await ask('staff', `GET ${crate.items}/${itemId}`)).headers.etag).toBe(etag);
  });

  test.each([[['hello', ', ', 'world']], [['x'.repeat(50_000), 'y'.repeat(50_000)]], [[]]])(
    'is stored whole when it comes in chunks',
    async (chunks: string[]) => {
      const { itemId, bytes } = await crate.create('staff', {}, chunks);
      expect(bytes).toBe(chunks.join('').length);
      expect((await ask(undefined, `GET ${crate.items}/${itemId}?download=true`)).text).toBe(chunks.join(''));
    },
  );

  test('is stored at the crate’s limit; one byte more answers 413 and stores nothing', async () => {
    const { itemId, etag } = await small.create('staff', {}, 'x'.repeat(100));
    const bodies = ['x'.repeat(101), ['x'.repeat(50), 'x'.repeat(51)], 'x'.repeat(1_000_000)];
    for (const line of [`POST ${small.items}`, `PUT ${small.items}/${itemId}`]) {
      for (const body of bodies) {
        expect((await ask('staff', line, { body })).refusal).toEqual([413, 'That is larger than the crate takes.']);
      }
    }
    expect(await countOf(small.items)).toBe(1);
    expect((await ask('super', `GET ${small.items}/${itemId}`)).headers.etag).toBe(etag);
  });

  test('is refused early over 16 MB, in a crate without a limit of its own', async () => {
    const length = 'Content-Length: 16777217';
    const answer = await sendRaw(rawRequest(`POST ${crate.items}`, [...auth, length, 'Connection: close']));
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });
});

describe('a body with a Content-Encoding', () => {
  const note = '{"note":"zipped"}';
  const encoded = (encoding: string) => ({ ...JSON_TYPE, 'content-encoding': encoding });

  test.each([
    ['gzip', gzipSync(note)],
    ['br', brotliCompressSync(note)],
    ['zstd', zstdCompressSync(note)],
    ['deflate', deflateSync(note)],
  ])('by %s is stored decoded, and of JSON means the same', async (encoding, body) => {
    const created = await ask('staff', `POST ${crate.items}`, { body, headers: encoded(encoding) });
    const { itemId, bytes } = created.item;
    expect(bytes).toBe(note.length);
    expect((await ask('staff', `GET ${crate.items}/${itemId}?download=true`)).text).toBe(note);
    const changed = await ask('staff', `PATCH ${crate.items}/${itemId}/metadata`, { body, headers: encoded(encoding) });
    expect(changed.item).toMatchObject({ note: 'zipped' });
  });

  test('is larger than the crate takes when it becomes so', async () => {
    const body = gzipSync('x'.repeat(101));
    const refused = await ask('staff', `POST ${small.items}`, { body, headers: encoded('gzip') });
    expect(refused.refusal).toEqual([413, 'That is larger than the crate takes.']);
  });

  test('that is unknown is refused with those that are known, in calls and in forms', async () => {
    const unknown = await ask('staff', `POST ${crate.items}`, { body: note, headers: encoded('compress') });
    expect([unknown.refusal, unknown.headers['accept-encoding']]).toEqual([
      [415, 'A body is read as it is, or by gzip, br, zstd or deflate; its Content-Encoding names something else.'],
      'gzip, br, zstd, deflate',
    ]);
    const { origin } = new URL(process.env.BASE_URL ?? '');
    const form = { origin, 'content-type': 'application/x-www-form-urlencoded', 'content-encoding': 'compress' };
    const page = await ask(undefined, 'POST /contact', { body: 'a=b', headers: form });
    expect([page.status, page.headers['accept-encoding']]).toEqual([415, 'gzip, br, zstd, deflate']);
  });

  test('that it does not have is refused', async () => {
    const refused = await ask('staff', `POST ${crate.items}`, { body: note, headers: encoded('gzip') });
    expect(refused.refusal).toEqual([400, 'The body ended early, or is not what its Content-Encoding says.']);
  });
});

describe('calls that take JSON', () => {
  const lines = [
    ['PUT', `${crate.items}/x/metadata`],
    ['PATCH', `${crate.items}/x/metadata`],
    ['PATCH', `${crate.items}/x/stats`],
    ['PATCH', `${crate.items}/@batch/stats`],
    ['POST', '/api/storage/crates'],
    ['PUT', crate.path],
  ];

  test.each(lines)('%s %s refuses other types, bodies over 1 MB and broken JSON', async (method, path) => {
    const send = (body: string, type: string) =>
      ask('admin', `${method} ${path}`, { body, headers: { 'content-type': type } });
    expect((await send('tags: [a]', 'text/yaml')).refusal).toEqual([415, 'This call takes JSON or a form.']);
    const large = `{"tags":["${'x'.repeat(1024 * 1024)}"]}`;
    expect((await send(large, 'application/json')).refusal).toEqual([413, 'That is larger than this call takes.']);
    for (const broken of ['', '{', '{"a":1,}', "{'a':1}", '\0', '['.repeat(50_000), '"'.repeat(3)]) {
      expect((await send(broken, 'application/json')).status).toBe(400);
    }
  });

  test('refuse a body of over 1 MB in chunks too', async () => {
    const body = ['{"tags":["', 'x'.repeat(600_000), 'x'.repeat(600_000), '"]}'];
    const reply = await ask('staff', `PUT ${crate.items}/x/metadata`, { body, headers: JSON_TYPE });
    expect(reply.refusal).toEqual([413, 'That is larger than this call takes.']);
  });
});

describe('an address of the API', () => {
  test.each([
    '/api/',
    '/api/nothing',
    '/api/storage',
    '/api/storage/crates/',
    '/api/storage/crates//items',
    '/api/storage/crates/posts/items/',
    '/api/storage/crates/posts/items/%ff',
    '/api/storage/crates/%E0%A4%A/items',
    '/api/storage/crates/%/items',
    '/api/storage/crates/%zz',
    '/api/version/',
    `/api/${'x'.repeat(12_000)}`,
  ])('answers 404 when it is that of no call: %s', async (path) => {
    const reply = await ask('super', `GET ${path}`);
    expect(reply.refusal).toEqual([404, NOTHING]);
  });

  test('lists its methods when it is called by another', async () => {
    const [one, all] = [`${crate.items}/x`, crate.items];
    for (const [line, allow] of [
      [`PATCH ${one}`, 'GET, PUT, DELETE'],
      [`DELETE ${all}`, 'GET, POST'],
      ['POST /api/version', 'GET'],
      ['POST /api/auth/logout', 'GET'],
      [`GET ${one}/stats`, 'PATCH'],
      ['PROPFIND /api/version', 'GET'],
      ['TRACE /api/version', 'GET'],
    ] as const) {
      const reply = await ask('super', line);
      expect([line, ...reply.refusal]).toEqual([line, 405, 'That address does not answer this method.']);
      expect(reply.headers.allow).toBe(allow);
    }
  });

  test.each([
    ['a line that is none', 'nonsense\r\n\r\n', 400],
    [
      'raw bytes in the path',
      'GET /api/storage/crates/\u00ff\u00fe/items HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
      400,
    ],
    ['no Host', 'GET /api/version HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
    ['a Host that is none', 'GET /api/version HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
    ['length and chunks', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
    ['a header over 16 KB', `GET /api/version HTTP/1.1\r\nHost: a\r\nX-Big: ${'x'.repeat(17_000)}\r\n\r\n`, 431],
    ['an address over 16 KB', `GET /${'x'.repeat(17_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
    [
      'a body to a GET',
      'GET /api/version HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 2\r\n\r\nab',
      200,
    ],
    ['a whole address', 'GET http://localhost/api/version HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 200],
  ])('is answered when it is sent with %s', async (_what, raw, status) => {
    expect(await sendRaw(Buffer.from(raw, 'latin1'))).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  });
});

test('HEAD of every call that answers GET has its status and no body', async () => {
  for (const { method, segments } of operations) {
    const path = segments.join('/').replaceAll(/\{\w+\}/g, 'none');
    if (method !== 'GET' || path.endsWith('/logout')) continue;
    const [head, get] = [await ask('super', `HEAD ${path}`), await ask('super', `GET ${path}`)];
    expect([path, head.status, head.bytes.length]).toEqual([path, get.status, 0]);
  }
});

describe('large answers of calls', () => {
  test.each([
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['identity', undefined],
    ['gzip;q=0', undefined],
  ])('are compressed as asked: %s', async (accepted, encoding) => {
    const reply = await ask(undefined, 'GET /api/openapi.json', { headers: { 'accept-encoding': accepted } });
    expect([reply.status, reply.headers['content-encoding']]).toEqual([200, encoding]);
  });
});
