import { createHash } from 'node:crypto';

import { compressBytes, encodingFor, isCompressible, isLargeEnough } from '#lib/http/compress.server.ts';
import { isFresh } from '#lib/http/conditions.ts';
import type { Problem } from '#lib/problem.ts';

import type { Reply } from './answer.server.ts';
import { linkHeaders } from './page.ts';

/** How an answer may be kept by who has asked, and which headers of the request it depends on. */
export interface Keeping {
  readonly 'cache-control': string;
  readonly vary: string;
}

/**
 * In one piece, because the server sends that without building streams.
 * @param base the headers of every answer  @param keeping of a success in JSON, which gets an etag
 */
export async function respond(
  request: Request,
  reply: Reply,
  base: Record<string, string>,
  keeping?: Keeping,
): Promise<Response> {
  const { status = 200, data, beside, cookies, pages } = reply;
  const headers: Record<string, string> = { ...base, ...reply.headers };
  if (pages) Object.assign(headers, linkHeaders(request.url, pages));
  let body = await makeBody(request, reply);
  if (data !== undefined) {
    headers['content-type'] = 'application/json';
    body = JSON.stringify({ data, ...beside });
    if (keeping && status === 200 && headers.etag === undefined) {
      const tag = makeTag(body, headers.link);
      Object.assign(headers, keeping, { etag: `W/${tag}` }, reply.headers);
      if (isFresh(request.headers.get('if-none-match'), tag)) {
        delete headers['content-type'];
        return new Response(null, { status: 304, headers });
      }
    }
  }
  if (typeof body === 'string' && headers.etag?.startsWith('"') !== true && isLargeEnough(body.length)) {
    body = await compressText(request, body, headers);
  }
  if (cookies === undefined) return new Response(request.method === 'HEAD' ? null : body, { status, headers });
  const pairs: [string, string][] = [
    ...Object.entries(headers),
    ...cookies.map((cookie): [string, string] => ['set-cookie', cookie]),
  ];
  return new Response(request.method === 'HEAD' ? null : body, { status, headers: pairs });
}

/** RFC 9457. */
export function problemReply(problem: Problem, requestId: string): Reply {
  return {
    status: problem.status,
    body: JSON.stringify(problem.body(requestId)),
    headers: { 'content-type': 'application/problem+json', ...problem.details.headers },
  };
}

/** Seconds that have passed make no other answer. */
function makeTag(json: string, link = ''): string {
  const lasting = json.replaceAll(/"(?:created|updated)Ago":\d+/g, '');
  return `"${createHash('sha1').update(`${link}\n${lasting}`).digest('base64url')}"`;
}

type ResponseBody = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;

async function makeBody(request: Request, { body }: Reply): Promise<ResponseBody> {
  if (typeof body !== 'function') return body ?? null;
  return request.method === 'HEAD' ? null : body();
}

async function compressText(request: Request, body: string, headers: Record<string, string>): Promise<ResponseBody> {
  if (!isCompressible(headers['content-type'])) return body;
  headers.vary = [headers.vary ?? [], 'accept-encoding'].flat().join(', ');
  const encoding = encodingFor(request.headers.get('accept-encoding'));
  if (encoding === undefined) return body;
  headers['content-encoding'] = encoding;
  return Buffer.from(await compressBytes(Buffer.from(body), encoding));
}
