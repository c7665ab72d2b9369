import { APP_KEY_HEADER } from '#app/apps/app-key.ts';
import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { KEY_HEADER } from '#app/delegation/key.ts';
import type { Reply } from '#lib/calls/answer.server.ts';
import { readChunks } from '#lib/calls/body.server.ts';
import { bodyTooLarge } from '#lib/calls/problems.ts';
import { XSRF_HEADER } from '#lib/csrf/csrf.server.ts';
import { Problem } from '#lib/problem.ts';
import type { ProblemKind } from '#lib/problem.ts';

import { headerTooLarge } from '../problems.ts';
import { echoes, getBinary, getJson, getText, headers, statuses } from './calls.ts';

const MAX_ECHO = 64 * 1024;
/** Of a body that is answered in a header: clients and proxies read some kilobytes of those. */
const MAX_HEADER_ECHO = 4 * 1024;

const HELLO = 'Hello World';
const BINARY = 'application/octet-stream';
/** No browser shows it, runs it or takes it for a script, wherever it is asked from. */
const INERT = {
  'content-type': BINARY,
  'content-disposition': 'attachment; filename="echo.bin"',
  'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
};

/** What says who asks, or with what right. */
const SECRET = new Set([
  'cookie',
  'authorization',
  'proxy-authorization',
  'rumpus-override-reason',
  'idempotency-key',
  ...[KEY_HEADER, APP_KEY_HEADER, XSRF_HEADER].map((name) => name.toLowerCase()),
]);

const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export const dummyAnswers: SiteAnswer[] = [
  answer(getText, () => Promise.resolve({ body: HELLO, headers: { 'content-type': 'text/plain; charset=utf-8' } })),
  answer(getBinary, () => Promise.resolve({ body: HELLO, headers: { 'content-type': BINARY } })),
  answer(getJson, () =>
    Promise.resolve({ body: JSON.stringify({ Hello: 'World' }), headers: { 'content-type': 'application/json' } }),
  ),
  ...echoes.map((call) =>
    answer(
      call,
      async (_: Current, { query, request }) => {
        const inHeader = query.header === 'true';
        const body = await readBytes(request, inHeader ? [MAX_HEADER_ECHO, headerTooLarge] : [MAX_ECHO, bodyTooLarge]);
        return { body, headers: { ...INERT, ...(inHeader && { 'x-rumpus-dummy-body': body.toString('base64') }) } };
      },
      call.method === 'GET' ? {} : { bytes: HELLO },
    ),
  ),
  ...headers.map((call) =>
    answer(call, (_: Current, { request }) =>
      Promise.resolve({ data: Object.fromEntries([...request.headers].filter(([name]) => !SECRET.has(name))) }),
    ),
  ),
  ...statuses.map((call) =>
    answer(call, (_: Current, { params }) => Promise.resolve(statusReply(Number(params.code)))),
  ),
];

async function readBytes(
  request: Request,
  [most, refusal]: readonly [number, ProblemKind],
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of readChunks(request)) {
    bytes += chunk.byteLength;
    if (bytes > most) throw new Problem(refusal);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function statusReply(status: number): Reply {
  if (BODILESS.has(status)) return { status };
  if (REDIRECTS.has(status)) return { status, headers: { location: '/api/dummy/status/200' } };
  return { status, data: { status } };
}
