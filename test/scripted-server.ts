import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, beforeEach } from 'vitest';

import { RateLimitBlock } from '#lib/calls/browser/rate-limit-block.ts';
import { createCallClient } from '#lib/calls/call-client.ts';
import type { CallClientEnvironment, CallClient } from '#lib/calls/call-client.ts';

/** A request as it came over the wire. */
export interface ReceivedRequest {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface ScriptedAnswer {
  status?: number;
  headers?: Record<string, string>;
  /** Answered as JSON; `body` is sent as it is instead. */
  json?: unknown;
  body?: string;
  /** Cuts the connection: before the answer, or in the middle of its body. */
  cut?: 'before' | 'within';
}

interface ScriptedServer {
  /** Such as `http://127.0.0.1:40123/`. */
  base: string;
  heard: ReceivedRequest[];
  /** What is told to the requests of a test. */
  script: (heard: ReceivedRequest) => ScriptedAnswer | Promise<ScriptedAnswer>;
}

/** A real HTTP server whose answers the test writes, for what clients must bear and ours would never say. */
export function useScriptedServer(): ScriptedServer {
  const scripted: ScriptedServer = { base: '', heard: [], script: () => ({ json: {} }) };
  let server: Server;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://127.0.0.1');
      const { method = '', headers } = request;
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        const heard = { method, path: url.pathname, query: Object.fromEntries(url.searchParams), headers, body };
        scripted.heard.push(heard);
        void Promise.resolve(scripted.script(heard)).then((reply) => respondWith(response, reply));
      });
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    scripted.base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  beforeEach(() => void scripted.heard.splice(0));
  afterAll(() => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => void server.close(() => resolve()));
  });
  return scripted;
}

/** Asks the server as a page that adds nothing of its own would, but for `changes`. */
export function callClientFor(server: ScriptedServer, changes: Partial<CallClientEnvironment> = {}): CallClient {
  return createCallClient({
    base: server.base,
    parameters: () => ({}),
    headers: () => ({}),
    cookie: () => '',
    xsrf: { cookie: 'XSRF-TOKEN', header: 'X-XSRF-TOKEN' },
    rateLimit: new RateLimitBlock(() => 0),
    onHeaders: () => {},
    onLoggedOut: () => {},
    ...changes,
  });
}

function respondWith(response: ServerResponse, { status = 200, headers = {}, json, body, cut }: ScriptedAnswer): void {
  if (cut === 'before') return void response.destroy();
  const text = body ?? (json === undefined ? '' : JSON.stringify(json));
  const type = json === undefined ? {} : { 'content-type': 'application/json' };
  if (cut === 'within') {
    response.writeHead(status, { ...type, ...headers, 'content-length': String(text.length + 10) });
    return void response.write(text, () => response.destroy());
  }
  response.writeHead(status, { ...type, ...headers });
  response.end(text);
}
