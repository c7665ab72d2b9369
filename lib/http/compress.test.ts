import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { expect, test } from 'vitest';

import { compressBytes, compressResponse, encodingFor, isCompressible, isLargeEnough } from './compress.server.ts';

const TEXT = 'Four arms are better than two. '.repeat(100);
const requestOf = (accept: string, method = 'GET') =>
  new Request('http://localhost/', { method, headers: { 'accept-encoding': accept } });
const page = (headers: Record<string, string> = {}) =>
  new Response(TEXT, { headers: { 'content-type': 'text/html', ...headers } });

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['br;q=0.0, gzip; q=0.000', undefined],
  ['br;q=0.01', 'br'],
  ['deflate', undefined],
  ['brotli', undefined],
  ['', undefined],
  [null, undefined],
])('a client that accepts %j gets %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});

test('text is compressed, pictures and bytes are not, nor what is smaller than 1 KB', () => {
  for (const type of ['text/html; charset=utf-8', 'application/json', 'application/problem+json', 'image/svg+xml']) {
    expect(isCompressible(type), type).toBe(true);
  }
  for (const type of ['image/png', 'application/octet-stream', 'video/mp4', null, undefined]) {
    expect(isCompressible(type), String(type)).toBe(false);
  }
  expect([isLargeEnough(1023), isLargeEnough(1024)]).toEqual([false, true]);
});

test('a compressed text decompresses to itself, as a whole or as a stream', async () => {
  const bytes = Buffer.from(TEXT);
  expect(brotliDecompressSync(await compressBytes(bytes, 'br')).toString()).toBe(TEXT);
  expect(gunzipSync(await compressBytes(bytes, 'gzip')).toString()).toBe(TEXT);
  const streamed = await compressResponse(requestOf('br'), page()).arrayBuffer();
  expect(brotliDecompressSync(streamed).toString()).toBe(TEXT);
  const zipped = await compressResponse(requestOf('gzip'), page()).arrayBuffer();
  expect(gunzipSync(zipped).toString()).toBe(TEXT);
});

test('a compressed answer names its encoding, drops the plain length, and varies for caches', () => {
  const { headers } = compressResponse(requestOf('br'), page({ 'content-length': '3100', vary: 'cookie' }));
  expect(headers.get('content-encoding')).toBe('br');
  expect(headers.get('content-length')).toBeNull();
  expect(headers.get('vary')).toBe('cookie, accept-encoding');
});

test('a plain answer to a client that accepts no compression varies too', () => {
  const { headers } = compressResponse(requestOf('identity'), page());
  expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([null, 'accept-encoding']);
});

test('a HEAD has the headers of its GET', () => {
  const head = new Response(null, { headers: { 'content-type': 'text/html' } });
  const { headers, body } = compressResponse(requestOf('gzip', 'HEAD'), head);
  expect([headers.get('content-encoding'), headers.get('vary'), body]).toEqual(['gzip', 'accept-encoding', null]);
});

test('an answer that has an etag or is compressed already stays as it is', () => {
  for (const [name, value] of [
    ['etag', '"1"'],
    ['content-encoding', 'gzip'],
  ] as const) {
    const before = page({ [name]: value });
    expect(compressResponse(requestOf('br'), before)).toBe(before);
  }
});

test('a reader who leaves ends the source too', async () => {
  const cancelled = Promise.withResolvers<void>();
  const source = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode(TEXT)),
    cancel: () => cancelled.resolve(),
  });
  const response = compressResponse(
    requestOf('gzip'),
    new Response(source, { headers: { 'content-type': 'text/html' } }),
  );
  const reader = response.body?.getReader();
  await reader?.read();
  await reader?.cancel();
  await cancelled.promise;
});
