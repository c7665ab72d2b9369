import { createHash } from 'node:crypto';
import { Readable, pipeline } from 'node:stream';
import type { Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';

import { readDigest } from '#lib/http/digests.server.ts';
import { Problem } from '#lib/problem.ts';
import type { ProblemKind } from '#lib/problem.ts';

import { undecodableBody, unsupportedEncoding } from './problems.ts';

/** The window of RFC 9659: a frame may ask for gigabytes. */
const ZSTD_WINDOW_LOG = 23;

type Decoder = () => Transform;
const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: () => createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG } }),
};
const ACCEPTED = 'gzip, br, zstd, deflate';
/** Each multiplies what a small body may become. */
const MAX_CODINGS = 2;

/**
 * The request with its body decoded while it is read. It tells no length any more, so that every reader counts what it
 * gets; whoever stops reading stops the decoding. Digests are of the bytes that are sent (RFC 9530), and held against them.
 * @throws Problem 415 for another coding; reading the body 400 where it cannot be decoded, `wrongDigest` for others bytes
 */
export function decodeRequest(request: Request, wrongDigest: ProblemKind): Request {
  const codings = (request.headers.get('content-encoding') ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length === 0) return request;
  const decoders = codings.toReversed().map(decoderFor);
  if (decoders.length > MAX_CODINGS) throw unsupported();
  const { url, method, body, signal } = request;
  if (body === null) return request;
  const headers = new Headers(request.headers);
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  const digests = takeDigests(headers);
  const sent = digests.length === 0 ? body : checked(body, digests, wrongDigest);
  const init = { method, headers, signal, body: Readable.toWeb(Readable.from(decode(sent, decoders))), duplex: 'half' };
  return new Request(url, init as RequestInit);
}

function decoderFor(coding: string): Decoder {
  const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined;
  if (decoder === undefined) throw unsupported();
  return decoder;
}

function unsupported(): Problem {
  return new Problem(unsupportedEncoding, { headers: { 'accept-encoding': ACCEPTED } });
}

async function* decode(body: AsyncIterable<Uint8Array>, decoders: readonly Decoder[]): AsyncGenerator<Uint8Array> {
  try {
    const stages = [Readable.from(body), ...decoders.map((create) => create())];
    yield* pipeline(stages, () => undefined) as unknown as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw error instanceof Problem ? error : new Problem(undecodableBody);
  }
}

/** A malformed one is left for who reads it to refuse. */
function takeDigests(headers: Headers): Buffer[] {
  return ['content-digest', 'repr-digest'].flatMap((name) => {
    const digest = readDigest(headers.get(name));
    if (digest === 'malformed') return [];
    headers.delete(name);
    return digest ?? [];
  });
}

async function* checked(
  body: AsyncIterable<Uint8Array>,
  digests: readonly Buffer[],
  wrongDigest: ProblemKind,
): AsyncGenerator<Uint8Array> {
  const sent = createHash('sha256');
  for await (const chunk of body) {
    sent.update(chunk);
    yield chunk;
  }
  const digest = sent.digest();
  if (!digests.every((one) => one.equals(digest))) throw new Problem(wrongDigest);
}
