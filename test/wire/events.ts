import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';

import { inject } from 'vitest';

import type { WireCastName } from './cast.ts';

const { hostname, port } = new URL(process.env.BASE_URL ?? '');

/** A stream of events that is open, and what came of it so far. */
export class Events {
  readonly status: number;
  readonly type: string;
  readonly #incoming: IncomingMessage;
  #text = '';

  constructor(incoming: IncomingMessage) {
    this.status = incoming.statusCode ?? 0;
    this.type = incoming.headers['content-type'] ?? '';
    this.#incoming = incoming.setEncoding('utf8');
    incoming.on('data', (piece: string) => (this.#text += piece));
    // Who leaves in the middle is told so.
    incoming.on('error', () => undefined);
  }

  /** The next event with data, with the id that came with it. */
  async next(): Promise<{ id: string; event: string; data: unknown }> {
    for (;;) {
      const block = /^(?:[^\n]+\n)+\n/.exec(this.#text)?.[0];
      if (block === undefined) await new Promise((resolve) => this.#incoming.once('data', resolve));
      else {
        this.#text = this.#text.slice(block.length);
        const lines = new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
        const data = lines.get('data');
        if (data === undefined) continue;
        return { id: lines.get('id') ?? '', event: lines.get('event') ?? '', data: JSON.parse(data) };
      }
    }
  }

  close(): void {
    this.#incoming.destroy();
  }
}

/** Opens a stream of events, as a browser's `EventSource` does. @param method another one as `fetch` does */
export function openEvents(
  who: WireCastName | undefined,
  path: string,
  headers: object = {},
  method = 'GET',
): Promise<Events> {
  const cookie = who === undefined ? {} : { cookie: inject('cast')[who].cookie };
  const { promise, resolve, reject } = Promise.withResolvers<Events>();
  const outgoing = request({
    host: hostname.replace(/^\[|\]$/g, ''),
    port,
    path,
    method,
    agent: false,
    headers: { accept: 'text/event-stream', ...cookie, ...headers },
  });
  outgoing.on('response', (incoming) => resolve(new Events(incoming)));
  outgoing.on('error', reject);
  outgoing.end();
  return promise;
}
