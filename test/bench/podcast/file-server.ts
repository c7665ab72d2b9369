/** The floor of what gives out files: Node's own server and streams, ranges and nothing else. Argument: the file. */
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const [file = ''] = process.argv.slice(2);

const server = createServer((request, response) => {
  const [, from = '0', to = '0'] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  const [start, end] = [Number(from), Number(to)];
  response.writeHead(206, { 'content-type': 'audio/mpeg', 'content-length': end - start + 1 });
  createReadStream(file, { start, end }).pipe(response);
}).listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
