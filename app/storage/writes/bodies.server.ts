import type { Current } from '#app/current/current.server.ts';
import { chunksOf } from '#lib/calls/body.server.ts';
import { bodyCutOff } from '#lib/calls/problems.ts';
import { FileTooLarge } from '#lib/files/file-store.ts';
import { Problem } from '#lib/problem.ts';

import type { Crate } from '../crates/crate.ts';
import { INLINE_BYTES } from '../item.ts';
import { bodyTooLarge } from '../problems.ts';

/** A body that has come in whole: small ones in memory for the row, larger ones already in the file store. */
export interface TakenBody {
  bytes: number;
  mimetype: string;
  inline: Buffer | null;
  fileKey: string | null;
}

/**
 * Takes the request's body, up to the crate's limit; what is larger than 64 KB is streamed to the file store.
 * @throws Problem 413 when it is larger than the crate takes, 400 when it is cut off
 */
export async function takeBody(current: Current, crate: Crate, request: Request): Promise<TakenBody> {
  const mimetype = mimetypeOf(request.headers.get('content-type'));
  const declared = Number(request.headers.get('content-length') ?? Number.NaN);
  if (declared > crate.maxBytes) throw new Problem(bodyTooLarge);
  if (declared <= INLINE_BYTES) {
    const inline = Buffer.from(await request.arrayBuffer().catch(refuseCutOff));
    if (inline.length !== declared) throw new Problem(bodyCutOff);
    return { bytes: inline.length, mimetype, inline, fileKey: null };
  }
  const body = await takeStream(current, crate, mimetype, chunksOf(request));
  if (Number.isNaN(declared) || body.bytes === declared) return body;
  return withBody(current, body, () => Promise.reject(new Problem(bodyCutOff)));
}

/** Runs the write that takes the body over. When it is refused, no row will ever name the body's file. */
export async function withBody<Result>(
  { files }: Current,
  { fileKey }: TakenBody,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    // Any other failure leaves it open whether the row was written; the sweep finds that out, and what stays here.
    if (fileKey !== null && error instanceof Problem) await files.remove(fileKey).catch(() => undefined);
    throw error;
  }
}

async function takeStream(
  current: Current,
  crate: Crate,
  mimetype: string,
  chunks: AsyncGenerator<Uint8Array>,
): Promise<TakenBody> {
  const head: Uint8Array[] = [];
  let bytes = 0;
  while (bytes <= INLINE_BYTES) {
    const { value, done } = await chunks.next();
    if (done) return { ...inlineBody(head, crate), mimetype };
    head.push(value);
    bytes += value.byteLength;
  }
  try {
    const file = await current.files.write(joined(head, chunks), { maxBytes: crate.maxBytes });
    return { bytes: file.bytes, mimetype, inline: null, fileKey: file.key };
  } catch (error) {
    if (error instanceof FileTooLarge) throw new Problem(bodyTooLarge);
    throw error;
  }
}

function inlineBody(chunks: Uint8Array[], crate: Crate): Omit<TakenBody, 'mimetype'> {
  const inline = Buffer.concat(chunks);
  if (inline.length > crate.maxBytes) throw new Problem(bodyTooLarge);
  return { bytes: inline.length, inline, fileKey: null };
}

async function* joined(head: Uint8Array[], rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* head;
  yield* rest;
}

/** The type that came with the body, when it looks like one; it is stored and told, never trusted. */
function mimetypeOf(header: string | null): string {
  const type = header?.trim() ?? '';
  return /^[\w.+-]+\/[\w.+-]+(\s*;[\x20-\x7e]*)?$/.test(type) && type.length <= 128 ? type : 'application/octet-stream';
}

function refuseCutOff(): never {
  throw new Problem(bodyCutOff);
}
