import { hash } from 'node:crypto';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';

import { describe, expect, test } from 'vitest';

import { writeDigest } from '#lib/http/digests.server.ts';
import { Problem, problem } from '#lib/problem.ts';

import { readBytes, readJson } from './body.server.ts';
import { decodeRequest } from './content-encoding.server.ts';

const wrongDigest = problem(400, 'thing.wrongDigest', 'Wrong digest');
const NOTE = { note: 'zipped, ü' };
const note = Buffer.from(JSON.stringify(NOTE));
const MEGABYTE = 1024 * 1024;

interface EncodedBody {
  encoding?: string;
  headers?: Record<string, string>;
}

function sent(body: BodyInit | null, { encoding = 'gzip', headers }: EncodedBody = {}): Request {
  return new Request('http://localhost/', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'content-encoding': encoding, ...headers },
    duplex: 'half',
  } as RequestInit);
}

const read = async (request: Request) => readJson(decodeRequest(request, wrongDigest));

async function refusalOf(reading: Promise<unknown>): Promise<Problem> {
  const thrown = await reading.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(thrown instanceof Problem)) throw new Error(`no refusal: ${String(thrown)}`);
  return thrown;
}

describe('a body with a Content-Encoding', () => {
  test.each([
    ['gzip', gzipSync(note)],
    ['GZIP', gzipSync(note)],
    ['x-gzip', gzipSync(note)],
    ['br', brotliCompressSync(note)],
    ['deflate', deflateSync(note)],
    ['zstd', zstdCompressSync(note)],
    ['identity', note],
    [' , identity, ', note],
    ['br, gzip', gzipSync(brotliCompressSync(note))],
  ])('%s is decoded', async (encoding, body) => {
    expect(await read(sent(body, { encoding }))).toEqual(NOTE);
  });

  test.each(['compress', 'exi', 'gzip, aes128gcm', 'gzip, gzip, gzip', '__proto__', 'constructor'])(
    '%s is refused with the encodings that are known',
    async (encoding) => {
      const { status, details } = await refusalOf(read(sent(gzipSync(note), { encoding })));
      expect([status, details.headers]).toEqual([415, { 'accept-encoding': 'gzip, br, zstd, deflate' }]);
    },
  );

  test.each([
    ['something else', 'gzip', note],
    ['a part', 'gzip', gzipSync(note).subarray(0, -9)],
    ['a part', 'br', brotliCompressSync(note).subarray(0, -2)],
    ['a part', 'zstd', zstdCompressSync(note).subarray(0, -4)],
    ['nothing', 'gzip', Buffer.of()],
    ['wrong bytes', 'deflate', gzipSync(note)],
    ['a zstd frame that wants a window of 128 MB', 'zstd', Buffer.from('28b52ffd0088010000', 'hex')],
  ])('is refused when it is %s of it (%s)', async (_what, encoding, body) => {
    expect(await refusalOf(read(sent(body, { encoding })))).toMatchObject({
      status: 400,
      code: 'call.undecodableBody',
    });
  });

  test('is counted as it becomes: of a bomb no more is unpacked than is taken', async () => {
    const bomb = gzipSync(gzipSync(Buffer.alloc(64 * MEGABYTE)));
    expect(bomb.length).toBeLessThan(4096);
    let taken = 0;
    const once = decodeRequest(sent(bomb, { encoding: 'gzip, gzip' }), wrongDigest);
    const body = once.body?.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          taken += chunk.byteLength;
          controller.enqueue(chunk);
        },
      }),
    );
    const counted = new Request('http://localhost/', { method: 'POST', body, duplex: 'half' } as RequestInit);
    expect(await refusalOf(readBytes(counted, MEGABYTE))).toMatchObject({ status: 413 });
    expect(taken).toBeLessThan(2 * MEGABYTE);
  });

  test('has the digests of the bytes that were sent', async () => {
    const body = gzipSync(note);
    const digestOf = (bytes: Buffer) => writeDigest(hash('sha256', bytes, 'buffer'));
    for (const name of ['content-digest', 'repr-digest']) {
      expect(await read(sent(body, { headers: { [name]: digestOf(body) } }))).toEqual(NOTE);
      expect(await refusalOf(read(sent(body, { headers: { [name]: digestOf(note) } })))).toMatchObject(wrongDigest);
    }
  });

  test('may be missing, and nothing else of the request changes', () => {
    expect(decodeRequest(sent(null), wrongDigest).body).toBeNull();
    const decoded = decodeRequest(
      sent(gzipSync(note), { headers: { 'content-length': '30', 'x-a': 'b' } }),
      wrongDigest,
    );
    expect([decoded.method, decoded.url, decoded.headers.get('x-a')]).toEqual(['POST', 'http://localhost/', 'b']);
    expect([decoded.headers.get('content-length'), decoded.headers.get('content-encoding')]).toEqual([null, null]);
  });
});
