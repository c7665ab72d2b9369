import { inject } from 'vitest';

import type { WireCastName } from './cast.ts';
import { deviations, documentedSentence, findOperation } from './document.ts';
import { send } from './http.ts';
import type { RawAnswer, RawRequest } from './http.ts';
import type { Item } from './item.ts';
import { recordAnswer, recordDeviation } from './record.ts';

export interface WireRequest {
  headers?: Record<string, string>;
  /** A plain object goes out as JSON, all else as it is. */
  body?: RawRequest['body'] | object;
  /** For the header Rumpus-Item-Parameters. */
  parameters?: object;
  localAddress?: string;
  /** A status of 500 or above that the test is about. */
  expects?: number;
}

const POLICY = String.raw`"[\x20-\x7e]+";q=\d+;w=\d+`;
const RATE_HEADERS = {
  'x-rate-limit-limit': /^\d+$/,
  'x-rate-limit-remaining': /^\d+$/,
  'x-rate-limit-reset': /^(?:[1-9]|[1-5]\d|60)$/,
  'ratelimit-policy': new RegExp(`^${POLICY}(?:, ${POLICY})*$`),
  ratelimit: /^"[\x20-\x7e]+";r=\d+;t=\d+$/,
};

/** Below `/api/docs` are pages. */
const IS_CALL = /^\/api\/(?!docs(?:[/?]|$))/;

/**
 * Asks the site as one of the cast, or as nobody. Every answer of a call is held against the OpenAPI document.
 * @param line method and path, such as `GET /api/version`
 */
export async function ask(who: WireCastName | undefined, line: string, request: WireRequest = {}): Promise<WireReply> {
  const [method = '', path = ''] = line.split(/ (.*)/s);
  const answer = await send({ method, path, ...sentOf(who, method, request) });
  if (answer.status >= 500 && answer.status !== request.expects) {
    throw new Error(`${line} answers ${answer.status}: ${answer.bytes.toString().slice(0, 200)}`);
  }
  const reply = new WireReply(answer);
  if (IS_CALL.test(path) && method !== 'OPTIONS') check(method, path, reply);
  return reply;
}

/** An answer, read as what the test takes it for. */
export class WireReply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly bytes: Buffer;

  constructor({ status, headers, bytes }: RawAnswer) {
    this.status = status;
    this.headers = headers;
    this.bytes = bytes;
  }

  get text(): string {
    return this.bytes.toString();
  }

  json(): Record<string, unknown> {
    return JSON.parse(this.text) as Record<string, unknown>;
  }

  /** The member `data`. */
  data(): unknown {
    return this.json().data;
  }

  get item(): Item {
    return this.data() as Item;
  }

  get items(): Item[] {
    return this.data() as Item[];
  }

  /** Where its Link header leads, by relation; nowhere without one. */
  get links(): { next?: string; prev?: string } {
    const links = (this.headers.link ?? '').matchAll(/<([^>]+)>; rel="(next|prev)"/g);
    return Object.fromEntries(Array.from(links, ([, address, rel]) => [rel, address]));
  }

  /** Status and sentence of a refusal; the text where there is none, so that a test tells what it got. */
  get refusal(): [number, string] {
    const isProblem = this.headers['content-type'] === 'application/problem+json';
    return [this.status, isProblem ? String(this.json().message) : this.text.slice(0, 200)];
  }
}

/** The header Rumpus-Item-Parameters, as it is sent. */
export function parametersHeader(parameters: object): string {
  return encodeURIComponent(JSON.stringify(parameters));
}

function sentOf(
  who: WireCastName | undefined,
  method: string,
  request: WireRequest,
): Omit<RawRequest, 'method' | 'path'> {
  const { body, parameters, localAddress } = request;
  const isJson = typeof body === 'object' && !Buffer.isBuffer(body) && !Array.isArray(body);
  const isWrite = method !== 'GET' && method !== 'HEAD';
  const { cookie, xsrf } = who === undefined ? { cookie: undefined, xsrf: undefined } : inject('cast')[who];
  const headers = {
    accept: 'application/json',
    ...(cookie !== undefined && { cookie }),
    ...(isWrite && xsrf !== undefined && { 'x-xsrf-token': xsrf }),
    ...(isJson && { 'content-type': 'application/json' }),
    ...(parameters && { 'rumpus-item-parameters': parametersHeader(parameters) }),
    ...request.headers,
  };
  return { headers, body: isJson ? JSON.stringify(body) : (body as RawRequest['body']), localAddress };
}

function check(method: string, path: string, reply: WireReply): void {
  const operation = findOperation(method, path);
  const found = [...headerFaults(reply), ...problemFaults(reply, method)];
  if (operation === undefined) {
    if (![404, 405].includes(reply.status)) found.push(`no such call is documented, and it answers ${reply.status}`);
  } else {
    found.push(...deviations(operation, reply, method, path.includes('download=true')));
    const message = reply.status >= 400 && method !== 'HEAD' ? String(reply.json().message) : '';
    const sentence = message === '' ? '' : documentedSentence(operation, reply.status, message);
    if (sentence === undefined) found.push(`the sentence “${message}” is not documented for ${reply.status}`);
    recordAnswer(operation.id, reply.status, sentence);
  }
  for (const fault of found) recordDeviation(`${operation?.id ?? `${method} ${path.slice(0, 80)}`}: ${fault}`);
}

/** What stands on every answer of a call. */
function headerFaults({ headers }: WireReply): string[] {
  const faults = Object.entries(RATE_HEADERS)
    .filter(([name, pattern]) => !pattern.test(headers[name] ?? ''))
    .map(([name]) => `${name} is ${headers[name] ?? 'missing'}`);
  if (!/^\d+\.\d+\.\d+$/.test(headers['rumpus-version'] ?? '')) faults.push('rumpus-version is missing');
  if (headers['x-content-type-options'] !== 'nosniff') faults.push('x-content-type-options is not nosniff');
  if ((headers['x-request-id'] ?? '') === '') faults.push('x-request-id is missing');
  return faults;
}

function problemFaults(reply: WireReply, method: string): string[] {
  if (reply.status < 400 || method === 'HEAD') return [];
  if (reply.headers['content-type'] !== 'application/problem+json') return ['a refusal is no application/problem+json'];
  const { message, code, requestId, status, title } = reply.json();
  const faults: string[] = [];
  if (typeof message !== 'string' || message === '' || title !== message) faults.push('a problem without its sentence');
  if (typeof code !== 'string' || !/^[a-z][\w-]*\.\w+$/.test(code)) faults.push(`a problem of code ${String(code)}`);
  if (requestId !== reply.headers['x-request-id']) faults.push('a problem without the id of its request');
  if (status !== reply.status) faults.push('a problem that tells another status');
  return faults;
}
