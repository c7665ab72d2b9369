import { describe, expect, inject, test } from 'vitest';

import { ask, parametersHeader } from './client.ts';
import type { WireReply } from './client.ts';
import { useCrate } from './crate.ts';
import type { Item } from './item.ts';

const crate = useCrate('downloads');
const { creator } = inject('cast');

/** Bodies up to 64 KB and larger ones lie in different places and must be served alike. */
const SMALL = 'hello, world';
const LARGE = Buffer.from(Array.from({ length: 200_000 }, (_, at) => at % 251));

function download(item: Item, headers: Record<string, string> = {}, method = 'GET'): Promise<WireReply> {
  return ask(undefined, `${method} ${crate.items}/${item.itemId}?download=true`, { headers });
}

describe('a download is the raw body', () => {
  test.each([
    ['empty', ''],
    ['small', SMALL],
    ['of 64 KB', Buffer.alloc(65_536, 7)],
    ['of one byte more', Buffer.alloc(65_537, 7)],
    ['large', LARGE],
  ])('and comes byte for byte: %s', async (_size, body) => {
    const item = await crate.create('creator', {}, body, { 'content-type': 'image/png' });
    const reply = await download(item);
    expect(reply.status).toBe(200);
    expect(reply.bytes.equals(Buffer.from(body))).toBe(true);
    expect(reply.headers['content-type']).toBe('image/png');
    expect(reply.headers['content-length']).toBe(String(item.bytes));
    expect(item.bytes).toBe(Buffer.byteLength(body));
  });

  test('and is never shown as a page', async () => {
    const item = await crate.create('creator', {}, '<script>1</script>', { 'content-type': 'text/html' });
    const { headers } = await download(item);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-disposition']).toMatch(/^attachment\b/);
    expect(headers['content-security-policy']).toMatch(/^sandbox;.*default-src 'none'/);
    expect(headers.etag).toBe(item.etag);
    expect(headers['accept-ranges']).toBe('bytes');
  });

  test('and has a file name that RFC 8187 allows, whatever the item is called', async () => {
    for (const name of ["it's (a) *name*", 'größe; "x"', '日本語']) {
      const reply = await download(await crate.create('creator', { name }));
      const disposition = reply.headers['content-disposition'] ?? '';
      const [, value = ''] =
        /^attachment; filename\*=UTF-8''((?:[\w!#$&+.^`|~-]|%[0-9A-F]{2})+)$/.exec(disposition) ?? [];
      expect([disposition, decodeURIComponent(value)]).toEqual([disposition, name]);
    }
  });

  test('and has its type only when that looks like one', async () => {
    for (const type of ['nonsense', 'text/html, text/plain', 'a'.repeat(200)]) {
      const item = await crate.create('creator', {}, 'x', { 'content-type': type });
      expect([type, item.mimetype]).toEqual([type, 'application/octet-stream']);
    }
  });
});

test('Rumpus-Item-Parameters holds the metadata, percent-encoded JSON both ways', async () => {
  const parameters = { name: 'ümläut 🎉', tags: ['a', 'b:ç'], map: { t: 'x,y;z%"' }, note: 'nöte' };
  const item = await crate.create('creator', parameters);
  const { headers } = await download(item);
  const header = headers['rumpus-item-parameters'] ?? '';
  expect(header).toMatch(/^[\x21-\x7e]+$/);
  const { createdAt, updatedAt } = item;
  expect(JSON.parse(decodeURIComponent(header))).toEqual({
    ...parameters,
    createdAt,
    updatedAt,
    collaborators: [creator.userId],
  });
});

test('Rumpus-Item-Parameters may have 6 KB and not a byte more', async () => {
  const fill = (length: number) => ({ map: { a: 'x'.repeat(3000), b: 'x'.repeat(length) } });
  const spare = 6144 - parametersHeader(fill(0)).length;
  expect((await crate.create('creator', fill(spare))).map.b).toHaveLength(spare);
  const reply = await ask('creator', `POST ${crate.items}`, { parameters: fill(spare + 1), body: '' });
  expect(reply.refusal).toEqual([400, 'Invalid metadata']);
});

describe.each([
  ['small', Buffer.from(SMALL)],
  ['large', LARGE],
])('of a %s body', (size, body) => {
  const last = body.length - 1;
  const kept = crate.keep('staff', { name: `kept-${size}` }, body);

  test.each([
    ['bytes=0-0', 0, 0],
    ['bytes=2-5', 2, 5],
    ['bytes=3-', 3, last],
    ['bytes=-4', last - 3, last],
    ['bytes=5-999999999', 5, last],
    ['bytes=-999999999', 0, last],
  ])('Range %s answers 206 with that part', async (range, start, end) => {
    const reply = await download(kept(), { range });
    expect(reply.status).toBe(206);
    expect(reply.headers['content-range']).toBe(`bytes ${start}-${end}/${body.length}`);
    expect(reply.headers['content-length']).toBe(String(end - start + 1));
    expect(reply.bytes.equals(body.subarray(start, end + 1))).toBe(true);
  });

  test('Range beyond the end answers 416 with the length', async () => {
    const item = kept();
    for (const range of [`bytes=${body.length}-`, 'bytes=-0', 'bytes=999999999-']) {
      const reply = await download(item, { range });
      expect([range, ...reply.refusal]).toEqual([range, 416, 'The body is shorter than that.']);
      expect(reply.headers['content-range']).toBe(`bytes */${body.length}`);
    }
  });

  test('Range of another kind is ignored', async () => {
    const item = kept();
    for (const range of [
      'bytes=5-2',
      'bytes=0-1,3-4',
      'lines=1-2',
      'bytes=-',
      'bytes=a-b',
      `bytes=${'9'.repeat(30)}-`,
    ]) {
      const reply = await download(item, { range });
      expect([range, reply.status, reply.bytes.length]).toEqual([range, 200, body.length]);
    }
  });

  test('If-Range limits a range to the version it was started on', async () => {
    const item = kept();
    const ranged = (ifRange: string) => download(item, { range: 'bytes=1-2', 'if-range': ifRange });
    expect((await ranged(item.etag)).status).toBe(206);
    for (const stale of ['"0"', `W/${item.etag}`, new Date().toUTCString()]) {
      const reply = await ranged(stale);
      expect([stale, reply.status, reply.bytes.length]).toEqual([stale, 200, body.length]);
    }
  });

  test('HEAD answers the headers of GET, without the body', async () => {
    const item = kept();
    const [head, get] = [await download(item, {}, 'HEAD'), await download(item)];
    for (const name of ['content-type', 'content-length', 'etag', 'rumpus-item-parameters', 'content-disposition']) {
      expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
    }
    expect([head.status, head.bytes.length]).toEqual([200, 0]);
  });
});

describe('an etag', () => {
  const kept = crate.keep('staff', {}, SMALL);

  test.each([
    ['the etag', (etag: string) => etag, 304],
    ['its weak form', (etag: string) => `W/${etag}`, 304],
    ['a list with it', (etag: string) => `"x", ${etag}`, 304],
    ['*', () => '*', 304],
    ['another', () => '"0"', 200],
    ['the bare number', (etag: string) => etag.slice(1, -1), 200],
  ])('is compared with that of If-None-Match: %s', async (_what, headerOf, status) => {
    const item = kept();
    const headers = { 'if-none-match': headerOf(item.etag) };
    const metadata = await ask(undefined, `GET ${crate.items}/${item.itemId}`, { headers });
    const body = await download(item, headers);
    expect([metadata.status, body.status]).toEqual([status, status]);
    expect([metadata.headers.etag, body.headers.etag]).toEqual([item.etag, item.etag]);
    expect(body.headers['cache-control']).toBe((await download(item)).headers['cache-control']);
    expect((await download(item, headers, 'HEAD')).status).toBe(status);
  });

  test('changes with body and metadata, and not with stats', async () => {
    const { itemId, etag } = await crate.create('creator');
    const line = `${crate.items}/${itemId}`;
    await ask('creator', `PATCH ${line}/stats`, { body: { changeStats: { plays: 1 } } });
    expect((await ask(undefined, `GET ${line}`)).headers.etag).toBe(etag);
    const tagged = await ask('creator', `PUT ${line}/metadata`, { body: { tags: ['new'] } });
    const written = await ask('creator', `PUT ${line}`, { body: 'new' });
    expect(new Set([etag, tagged.headers.etag, written.headers.etag]).size).toBe(3);
  });
});

describe('a download by search', () => {
  test('answers the body of exactly one hit', async () => {
    await crate.create('creator', { name: 'found', tags: ['one'] }, '{"a":1}', { 'content-type': 'application/json' });
    for (const query of ['names=found', 'tags=one']) {
      const reply = await ask(undefined, `GET ${crate.items}?${query}&download=true`);
      expect([reply.text, reply.headers['content-type']]).toEqual(['{"a":1}', 'application/json']);
      expect(reply.headers['rumpus-item-parameters']).toMatch(/found/);
    }
  });

  test('answers parts, 304 and 416 like any other', async () => {
    const { etag } = await crate.create('creator', { name: 'part' }, SMALL);
    const line = `GET ${crate.items}?names=part&download=true`;
    const part = await ask(undefined, line, { headers: { range: 'bytes=0-4' } });
    expect([part.status, part.text]).toEqual([206, 'hello']);
    expect((await ask(undefined, line, { headers: { 'if-none-match': etag } })).status).toBe(304);
    expect((await ask(undefined, line, { headers: { range: 'bytes=99-' } })).status).toBe(416);
  });

  test('answers the next item of a name to a client with the etag of the one before', async () => {
    const line = `GET ${crate.items}?names=phoenix&download=true`;
    const old = await crate.create('creator', { name: 'phoenix' }, 'old');
    const headers = { 'if-none-match': old.etag };
    expect((await ask(undefined, line, { headers })).status).toBe(304);
    await ask('creator', `DELETE ${crate.items}/${old.itemId}`);
    await crate.create('creator', { name: 'phoenix' }, 'new');
    const reply = await ask(undefined, line, { headers });
    expect([reply.status, reply.text]).toEqual([200, 'new']);
  });

  test('answers 404 for none and for several', async () => {
    await crate.create('creator', { tags: ['two'] });
    await crate.create('creator', { tags: ['two'] });
    for (const query of ['tags=two', 'tags=two&limit=1', 'names=nobody']) {
      const reply = await ask(undefined, `GET ${crate.items}?${query}&download=true`);
      expect(reply.refusal).toEqual([404, 'A download by search needs exactly one hit.']);
    }
  });
});
