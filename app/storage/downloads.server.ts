import type { Current } from '#app/current/current.server.ts';
import type { Reply } from '#lib/calls/answer.server.ts';
import { checked } from '#lib/files/verify-bytes.server.ts';
import { isNotModified } from '#lib/http/conditions.ts';
import { writeDigest } from '#lib/http/digests.server.ts';
import { readRange } from '#lib/http/ranges.ts';
import type { ByteRange } from '#lib/http/ranges.ts';
import { Problem } from '#lib/problem.ts';

import { MAX_PARAMETERS_BYTES, PARAMETERS_HEADER, writeParameters } from './item.ts';
import type { Item } from './item.ts';
import type { ItemWithBody, StoredBody } from './items.server.ts';
import { rangeOutside } from './problems.ts';

/** A body is untrusted: always an attachment, never sniffed. */
export function downloadReply(current: Current, request: Request, found: ItemWithBody): Reply {
  const { etag } = found.item;
  return bodyReply(current, request, found, { ...CACHING, etag }, downloadHeaders(found.item));
}

interface Caching {
  readonly etag: string;
  readonly 'cache-control': string;
  /** Where a date stands for the bytes, besides the etag. */
  readonly modifiedAt?: Date;
}

/**
 * Answers 304, 206 and 416 (RFC 9110). @param caching what an answer says of the body even when it sends none of it
 * @param about the headers that go with the body
 */
export function bodyReply(
  current: Current,
  request: Request,
  { item, body }: ItemWithBody,
  { etag, modifiedAt, ...caching }: Caching,
  about: Readonly<Record<string, string>>,
): Reply {
  // The digest of the whole body, whatever part of it is sent (RFC 9530 §3).
  const state = {
    ...caching,
    etag,
    ...(modifiedAt && { 'last-modified': modifiedAt.toUTCString() }),
    ...(body.digest && { 'repr-digest': writeDigest(body.digest) }),
  };
  if (isNotModified(request, etag, modifiedAt)) return { status: 304, headers: state };
  const headers = { ...about, 'accept-ranges': 'bytes', ...state };
  const ifRange = request.headers.get('if-range');
  const range = ifRange === null || ifRange === etag ? readRange(request.headers.get('range'), item.bytes) : undefined;
  if (range === 'outside') throw new Problem(rangeOutside, { headers: { 'content-range': `bytes */${item.bytes}` } });
  const part = bodyPart(current, item, body, range);
  if (range === undefined) return { body: part, headers: { ...headers, 'content-length': String(item.bytes) } };
  const contentRange = `bytes ${range.start}-${range.end}/${item.bytes}`;
  const length = String(range.end - range.start + 1);
  return { status: 206, body: part, headers: { ...headers, 'content-range': contentRange, 'content-length': length } };
}

const CACHING = { 'cache-control': 'private, no-cache' };

function bodyPart(current: Current, item: Item, body: StoredBody, range: ByteRange | undefined): Reply['body'] {
  const { inline } = body;
  if (inline === null) return () => openFile(current, item, body, range);
  return range === undefined ? inline : inline.subarray(range.start, range.end + 1);
}

/** The stream fails before its end when the bytes are not the ones that were stored. */
export async function openFile(
  current: Current,
  { crateId, itemId, bytes }: Item,
  { fileKey, digest }: StoredBody,
  range?: ByteRange,
): Promise<ReadableStream<Uint8Array>> {
  const expected =
    range === undefined ? { bytes, sha256: digest ?? undefined } : { bytes: range.end - range.start + 1 };
  const log = (err: Error) => current.log.error({ err, crateId, itemId, fileKey }, 'a stored body is damaged');
  return checked(await current.files.read(fileKey ?? '', range), expected, log);
}

/** The body as text. @param range of a body that is a file; a small one, which is kept in its row, comes whole */
export async function readText(current: Current, { item, body }: ItemWithBody, range?: ByteRange): Promise<string> {
  return new Response(body.inline ?? (await openFile(current, item, body, range))).text();
}

function downloadHeaders(item: Item): Record<string, string> {
  const parameters = writeParameters(item);
  return {
    'content-type': item.mimetype,
    'last-modified': new Date(item.updatedAt).toUTCString(),
    'x-content-type-options': 'nosniff',
    'content-disposition': `attachment; filename*=UTF-8''${fileName(item.name ?? item.itemId)}`,
    'content-security-policy': "sandbox; default-src 'none'",
    ...(parameters.length <= MAX_PARAMETERS_BYTES && { [PARAMETERS_HEADER.toLowerCase()]: parameters }),
  };
}

/** RFC 8187 allows fewer characters than `encodeURIComponent` leaves unescaped. */
function fileName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
