import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { performance } from 'node:perf_hooks';

/** What a connection knows when it makes its next request. */
export interface Turn {
  connection: number;
  /** Counts the requests of all connections. */
  turn: number;
  /** The ETag of the connection's last answer. */
  etag: string | undefined;
}

export interface Load {
  port: number;
  connections: number;
  seconds: number;
  request: (turn: Turn) => Buffer;
  /** Every answer must have it; the first that has not ends the run with its text. */
  status: number;
}

/** Answers per second, and how long they took in milliseconds. */
export interface Figure {
  perSecond: number;
  p50: number;
  p99: number;
}

/**
 * Asks over HTTP/1.1 with kept connections, each sending its next request when the answer to the last is whole. The
 * client does as little as it can, because it shares the machine with what it measures.
 */
export async function load({ port, connections, seconds, request, status }: Load): Promise<Figure> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  let turns = 0;
  const start = performance.now();
  const workers = Array.from({ length: connections }, async (_, connection) => {
    const line = await Line.open(port);
    let etag: string | undefined;
    while (performance.now() < end) {
      const sent = performance.now();
      const answer = await line.ask(request({ connection, turn: turns++, etag }));
      times.push(performance.now() - sent);
      if (answer.status !== status) throw new Error(`${status} was expected, but: ${answer.text()}`);
      etag = answer.etag();
    }
    line.close();
  });
  await Promise.all(workers);
  const elapsed = (performance.now() - start) / 1000;
  const sorted = Float64Array.from(times).sort();
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { perSecond: sorted.length / elapsed, p50: at(0.5), p99: at(0.99) };
}

/** One request as it goes over the wire. */
export function requestBytes(method: string, path: string, headers: Record<string, string>, body = ''): Buffer {
  const length = method === 'GET' ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries({ host: 'localhost', ...headers, ...length }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

export interface WireAnswer {
  status: number;
  etag(): string | undefined;
  text(): string;
}

/** One kept connection, with one request on it at a time. */
export class Line {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #waiting: { resolve: (answer: WireAnswer) => void; reject: (error: Error) => void } | undefined;

  static open(port: number): Promise<Line> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port, noDelay: true }, () => resolve(new Line(socket)));
      socket.once('error', reject);
    });
  }

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (chunk) => this.#receive(chunk));
    socket.on('error', (error) => this.#waiting?.reject(error));
    socket.on('close', () => this.#waiting?.reject(new Error('the server closed the connection')));
  }

  ask(request: Buffer): Promise<WireAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#waiting = undefined;
    this.#socket.end();
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const received = this.#received;
    const headEnd = received.indexOf('\r\n\r\n');
    if (headEnd === -1) return;
    const head = received.toString('latin1', 0, headEnd);
    const status = Number(head.slice(9, 12));
    if (!isWhole(received, headEnd, head, status)) return;
    this.#received = Buffer.alloc(0);
    this.#waiting?.resolve({
      status,
      etag: () => /^etag: (.*)$/im.exec(head)?.[1],
      text: () => received.toString('utf8'),
    });
  }
}

function isWhole(received: Buffer, headEnd: number, head: string, status: number): boolean {
  if (status === 304 || status === 204) return true;
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  if (length !== undefined) return received.length >= headEnd + 4 + Number(length);
  return received.subarray(-5).equals(LAST_CHUNK);
}

const LAST_CHUNK = Buffer.from('0\r\n\r\n');
