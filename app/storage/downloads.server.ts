import type { Current } from '#app/current/current.server.ts';
import type { Reply } from '#lib/calls/answer.server.ts';
import { isFresh } from '#lib/http/conditions.ts';
import { readRange } from '#lib/http/ranges.ts';
import type { ByteRange } from '#lib/http/ranges.ts';
import { Problem } from '#lib/problem.ts';

import { MAX_PARAMETERS_BYTES, PARAMETERS_HEADER, parametersOf } from './item.ts';
import type { Item } from './item.ts';
import type { StoredBody } from './items.server.ts';
import { rangeOutside } from './problems.ts';

/**
 * An item's raw body. It is someone else's: never shown as a page, never guessed at, only handed over.
 * Answers 304, 206 and 416 as RFC 9110 says.
 */
export function downloadReply(
  current: Current,
  request: Request,
  { item, body }: { item: Item; body: StoredBody },
): Reply {
  const { etag } = item;
  if (isFresh(request.headers.get('if-none-match'), etag)) return { status: 304, headers: { ...CACHING, etag } };
  const headers = { ...downloadHeaders(item), ...CACHING, etag };
  const ifRange = request.headers.get('if-range');
  const range = ifRange === null || ifRange === etag ? readRange(request.headers.get('range'), item.bytes) : undefined;
  if (range === 'outside') throw new Problem(rangeOutside, { headers: { 'content-range': `bytes */${item.bytes}` } });
  const part = bodyPart(current, body, range);
  if (range === undefined) return { body: part, headers: { ...headers, 'content-length': String(item.bytes) } };
  const contentRange = `bytes ${range.start}-${range.end}/${item.bytes}`;
  const length = String(range.end - range.start + 1);
  return { status: 206, body: part, headers: { ...headers, 'content-range': contentRange, 'content-length': length } };
}

const CACHING = { 'cache-control': 'private, no-cache' };

function bodyPart({ files }: Current, { inline, fileKey }: StoredBody, range: ByteRange | undefined): Reply['body'] {
  if (inline !== null) return range === undefined ? inline : inline.subarray(range.start, range.end + 1);
  return () => files.read(fileKey ?? '', range);
}

function downloadHeaders(item: Item): Record<string, string> {
  const parameters = parametersOf(item);
  return {
    'content-type': item.mimetype,
    'last-modified': new Date(item.updatedAt).toUTCString(),
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'content-disposition': `attachment; filename*=UTF-8''${fileName(item.name ?? item.itemId)}`,
    'content-security-policy': "sandbox; default-src 'none'",
    ...(parameters.length <= MAX_PARAMETERS_BYTES && { [PARAMETERS_HEADER.toLowerCase()]: parameters }),
  };
}

/** RFC 8187 allows fewer characters than `encodeURIComponent` leaves as they are. */
function fileName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
