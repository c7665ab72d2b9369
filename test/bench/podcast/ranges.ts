import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';

interface RangeLoad {
  readonly port: number;
  readonly path: string;
  readonly clients: number;
  readonly seconds: number;
  /** Of the file, and of each part that is asked for. */
  readonly bytes: number;
  readonly part: number;
}

/** Megabytes a second over kept connections, each asking for a part from anywhere in the file when it has got the last. */
export async function loadRanges(load: RangeLoad): Promise<number> {
  const start = performance.now();
  const end = start + load.seconds * 1000;
  const received = await Promise.all(Array.from({ length: load.clients }, (_, client) => readParts(load, client, end)));
  return received.reduce((sum, bytes) => sum + bytes, 0) / 1e6 / ((performance.now() - start) / 1000);
}

const HEAD_END = Buffer.from('\r\n\r\n');

/** Looks at no byte of a body, because it shares the machine with what it measures. */
function readParts({ port, path, bytes, part }: RangeLoad, client: number, end: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true }, ask);
    let [turn, received, left] = [0, 0, 0];
    function ask(): void {
      if (performance.now() >= end) return void socket.destroy();
      turn += 1;
      const from = ((client * 7919 + turn * 104_729) * 4096) % (bytes - part);
      left = Number.NaN;
      socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nrange: bytes=${from}-${from + part - 1}\r\n\r\n`);
    }
    socket.on('data', (chunk) => {
      const head = Number.isNaN(left) ? chunk.indexOf(HEAD_END) + HEAD_END.length : 0;
      if (head > 0 && !chunk.toString('latin1', 0, 12).endsWith('206')) reject(new Error(chunk.toString('latin1')));
      left = (head > 0 ? part : left) - (chunk.length - head);
      received += chunk.length - head;
      if (left === 0) ask();
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
  });
}
