import { compressBytes, encodingFor, isCompressible, isLargeEnough } from '#lib/http/compress.server.ts';
import type { Problem } from '#lib/problem.ts';

import type { Reply } from './answer.server.ts';
import { linkHeaders } from './page.ts';

/** In one piece, because the server sends that without building streams. @param base the headers of every answer */
export async function respond(request: Request, reply: Reply, base: Record<string, string>): Promise<Response> {
  const { status = 200, data, beside, cookies, pages } = reply;
  const headers: Record<string, string> = { ...base, ...reply.headers };
  if (pages) Object.assign(headers, linkHeaders(request.url, pages));
  let body = await makeBody(request, reply);
  if (data !== undefined) {
    headers['content-type'] = 'application/json';
    body = JSON.stringify({ data, ...beside });
  }
  if (typeof body === 'string' && headers.etag === undefined && isLargeEnough(body.length)) {
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

type ResponseBody = string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | null;

async function makeBody(request: Request, { body }: Reply): Promise<ResponseBody> {
  if (typeof body !== 'function') return body ?? null;
  return request.method === 'HEAD' ? null : body();
}

async function compressText(request: Request, body: string, headers: Record<string, string>): Promise<ResponseBody> {
  if (!isCompressible(headers['content-type'])) return body;
  headers.vary = 'accept-encoding';
  const encoding = encodingFor(request.headers.get('accept-encoding'));
  if (encoding === undefined) return body;
  headers['content-encoding'] = encoding;
  return Buffer.from(await compressBytes(Buffer.from(body), encoding));
}
