import { connect } from 'node:net';
import type { Socket } from 'node:net';

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
  header(name: string): string | undefined;
  /** What follows the head, as it came. */
  body(): string;
  /** Head and body. */
  text(): string;
}

/** One kept connection, with one request on it at a time. */
export class HttpConnection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #waiting: { resolve: (answer: WireAnswer) => void; reject: (error: Error) => void } | undefined;

  static open(port: number): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port, noDelay: true }, () => resolve(new HttpConnection(socket)));
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
      header: (name) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1],
      body: () => received.toString('utf8', headEnd + 4),
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
