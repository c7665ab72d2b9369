import { performance } from 'node:perf_hooks';

import { HttpConnection } from './http-connection.ts';

/** What a connection knows when it makes its next request. */
export interface ConnectionState {
  connection: number;
  /** Counts the requests of all connections. */
  turn: number;
  /** The ETag of the connection's last answer. */
  etag: string | undefined;
}

interface Load {
  port: number;
  connections: number;
  seconds: number;
  request: (turn: ConnectionState) => Buffer;
  /** Every answer must have it; the first that has not ends the run with its text. */
  status: number;
}

/** Answers per second, and how long they took in milliseconds. */
export interface LoadFigures {
  perSecond: number;
  p50: number;
  p99: number;
  /** All of them, in their order. */
  times: readonly number[];
}

/**
 * Asks over HTTP/1.1 with kept connections, each sending its next request when the answer to the last is whole. The
 * client does as little as it can, because it shares the machine with what it measures.
 */
export async function load({ port, connections, seconds, request, status }: Load): Promise<LoadFigures> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  let nextTurn = 0;
  const start = performance.now();
  const workers = Array.from({ length: connections }, async (_, connection) => {
    const line = await HttpConnection.open(port);
    let etag: string | undefined;
    while (performance.now() < end) {
      const sent = performance.now();
      const answer = await line.ask(request({ connection, turn: nextTurn++, etag }));
      times.push(performance.now() - sent);
      if (answer.status !== status) throw new Error(`${status} was expected, but: ${answer.text()}`);
      etag = answer.header('etag');
    }
    line.close();
  });
  await Promise.all(workers);
  const elapsed = (performance.now() - start) / 1000;
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { perSecond: sorted.length / elapsed, p50: at(0.5), p99: at(0.99), times };
}
