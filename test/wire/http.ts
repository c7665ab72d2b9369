import { Agent, request } from 'node:http';
import { connect } from 'node:net';

/** What goes over the wire, exactly: nothing is added, followed or decompressed. */
export interface RawRequest {
  method: string;
  /** With its query, as it stands in the request line. */
  path: string;
  headers?: Record<string, string>;
  /** An array goes out in chunks of unknown length. */
  body?: string | Buffer | readonly string[];
  /** The address that the request comes from. */
  localAddress?: string;
}

export interface RawAnswer {
  status: number;
  /** By lower-case name; several of one name are joined by a line break. */
  headers: Record<string, string>;
  bytes: Buffer;
}

const { hostname, port, host } = new URL(process.env.BASE_URL ?? '');
const HOST = { port: port || '80', host: hostname === 'localhost' ? '127.0.0.1' : hostname.replace(/^\[|\]$/g, '') };
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

export function send({ method, path, headers, body, localAddress }: RawRequest): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
  const length = typeof body === 'string' || Buffer.isBuffer(body) ? { 'content-length': Buffer.byteLength(body) } : {};
  const outgoing = request({
    ...HOST,
    method,
    path,
    agent,
    localAddress,
    headers: { host, ...length, ...headers },
  });
  outgoing.on('response', (incoming) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('error', reject);
    incoming.on('end', () => {
      const headerEntries = Object.entries(incoming.headersDistinct).map(([name, values]) => [
        name,
        (values ?? []).join('\n'),
      ]);
      const status = incoming.statusCode ?? 0;
      resolve({
        status,
        headers: Object.fromEntries(headerEntries) as Record<string, string>,
        bytes: Buffer.concat(chunks),
      });
    });
  });
  outgoing.on('error', reject);
  if (Array.isArray(body)) for (const chunk of body) outgoing.write(chunk);
  outgoing.end(Array.isArray(body) ? undefined : body);
  return promise;
}

/** Sends bytes as they are, says that no more will come unless it `waits`, and answers what comes back until the end. */
export function sendRaw(bytes: string | Buffer, { waits = false } = {}): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect(Number(HOST.port), HOST.host);
  let text = '';
  socket.setEncoding('latin1');
  socket.on('data', (part: string) => (text += part));
  // A server that hangs up in the middle of a request has answered too.
  socket.on('error', () => resolve(text));
  socket.on('close', () => resolve(text));
  if (waits) socket.write(bytes);
  else socket.end(bytes);
  return promise;
}
