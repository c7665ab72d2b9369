import { hash } from 'node:crypto';

import type { Current } from '#app/current/current.server.ts';
import { readChunks } from '#lib/calls/body.server.ts';
import { bodyCutOff } from '#lib/calls/problems.ts';
import { FileStoreFull, FileTooLarge } from '#lib/files/file-store.ts';
import { readDigest } from '#lib/http/digests.server.ts';
import { Problem } from '#lib/problem.ts';

import type { Crate } from '../crates/crate.ts';
import { INLINE_BYTES } from '../item.ts';
import { bodyTooLarge, invalidDigest, storeFull, wrongDigest } from '../problems.ts';

export interface ReceivedBody {
  bytes: number;
  mimetype: string;
  inline: Buffer | null;
  fileKey: string | null;
  digest: Buffer;
}

/** A body that is in memory already; that of a request is streamed. */
export interface ItemContent {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly contentType: string;
}

export function markdownBody(text: string): ItemContent {
  return { bytes: Buffer.from(text), contentType: 'text/markdown; charset=utf-8' };
}

export function jsonBody(value: object): ItemContent {
  return { bytes: Buffer.from(JSON.stringify(value)), contentType: 'application/json' };
}

/** @throws Problem 413, 400 when it is cut off or does not match its digest, 507 when the file store is full */
export async function receiveBody(
  current: Current,
  crate: Crate,
  source: Request | ItemContent,
): Promise<ReceivedBody> {
  return 'contentType' in source ? keepBody(current, crate, source) : receiveRequest(current, crate, source);
}

async function keepBody(current: Current, crate: Crate, { bytes, contentType }: ItemContent): Promise<ReceivedBody> {
  if (bytes.length > crate.maxBytes) throw new Problem(bodyTooLarge);
  const isSmall = bytes.length <= INLINE_BYTES;
  const body = isSmall ? inlineBody(Buffer.from(bytes)) : await fileBody(current, crate, new Blob([bytes]).stream());
  return { mimetype: readMimetype(contentType), ...body };
}

async function receiveRequest(current: Current, crate: Crate, request: Request): Promise<ReceivedBody> {
  const digests = readDigests(request);
  const declared = Number(request.headers.get('content-length') ?? Number.NaN);
  if (declared > crate.maxBytes) throw new Problem(bodyTooLarge);
  const mimetype = readMimetype(request.headers.get('content-type'));
  const body = { mimetype, ...(await receiveBytes(current, crate, request, declared)) };
  await withBody(current, body, async () => {
    if (!Number.isNaN(declared) && body.bytes !== declared) throw new Problem(bodyCutOff);
    if (!digests.every((digest) => digest.equals(body.digest))) throw new Problem(wrongDigest);
  });
  return body;
}

/** Runs the write that takes the body over, and removes the file when the write is refused. */
export async function withBody<Result>(
  { files }: Current,
  { fileKey }: ReceivedBody,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    // Any other failure leaves open whether the row was written; the sweep finds that out.
    if (fileKey !== null && error instanceof Problem) await files.remove(fileKey).catch(() => undefined);
    throw error;
  }
}

export async function discardBody({ files }: Current, { fileKey }: ReceivedBody): Promise<void> {
  if (fileKey !== null) await files.remove(fileKey);
}

/** Requests send whole bodies, so that content and representation are the same (RFC 9530); the door has checked encoded ones. */
function readDigests({ headers }: Request): Buffer[] {
  return ['content-digest', 'repr-digest'].flatMap((name) => {
    const digest = readDigest(headers.get(name));
    if (digest === 'malformed') throw new Problem(invalidDigest);
    return digest ?? [];
  });
}

type BodyBytes = Omit<ReceivedBody, 'mimetype'>;

async function receiveBytes(current: Current, crate: Crate, request: Request, declared: number): Promise<BodyBytes> {
  if (declared <= INLINE_BYTES) return inlineBody(Buffer.from(await request.arrayBuffer().catch(refuseCutOff)));
  const chunks = readChunks(request);
  const head: Uint8Array[] = [];
  let bytes = 0;
  while (bytes <= INLINE_BYTES) {
    const { value, done } = await chunks.next();
    if (done && bytes > crate.maxBytes) throw new Problem(bodyTooLarge);
    if (done) return inlineBody(Buffer.concat(head));
    head.push(value);
    bytes += value.byteLength;
  }
  return fileBody(current, crate, concatChunks(head, chunks));
}

async function fileBody(current: Current, crate: Crate, chunks: AsyncIterable<Uint8Array>): Promise<BodyBytes> {
  try {
    const file = await current.files.write(chunks, { maxBytes: crate.maxBytes });
    return { bytes: file.bytes, inline: null, fileKey: file.key, digest: Buffer.from(file.sha256, 'hex') };
  } catch (error) {
    if (error instanceof FileTooLarge) throw new Problem(bodyTooLarge);
    if (error instanceof FileStoreFull) throw new Problem(storeFull);
    throw error;
  }
}

function inlineBody(inline: Buffer): BodyBytes {
  return { bytes: inline.length, inline, fileKey: null, digest: hash('sha256', inline, 'buffer') };
}

async function* concatChunks(head: Uint8Array[], rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* head;
  yield* rest;
}

/** The type is stored and sent, never trusted. */
function readMimetype(header: string | null): string {
  const type = header?.trim() ?? '';
  return /^[\w.+-]+\/[\w.+-]+(\s*;[\x20-\x7e]*)?$/.test(type) && type.length <= 128 ? type : 'application/octet-stream';
}

function refuseCutOff(): never {
  throw new Problem(bodyCutOff);
}
