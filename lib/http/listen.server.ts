import { createServer } from 'node:http';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import type { Socket } from 'node:net';

import { getRequestListener } from '@hono/node-server';

const SECOND = 1000;

/** Milliseconds that a client may take. */
interface Timeouts {
  headers: number;
  request: number;
  /** Without moving a byte in either direction. */
  silence: number;
  check: number;
}

const TIMEOUTS: Timeouts = { headers: 10 * SECOND, request: 300 * SECOND, silence: 60 * SECOND, check: 5 * SECOND };

export interface ListenOptions {
  hosts: readonly string[];
  /** 0 takes a free one, the same for every host. */
  port: number;
  /** How many proxies stand before us and may be believed about the client's address. */
  trustProxy: number;
  timeouts?: Timeouts;
  fetch: (request: Request, client: { address: string }) => Promise<Response>;
  /** Runs before `fetch` and may answer itself, such as the development server. */
  first?: (incoming: IncomingMessage, outgoing: Parameters<RequestListener>[1], next: () => void) => void;
}

export interface ListeningServer {
  port: number;
  /** Lets running requests finish for at most `seconds`, then cuts them off. */
  close(seconds: number): Promise<void>;
}

export class ListenError extends Error {}

/** Cuts off slow or silent clients; headers are limited to 16 KB. */
export async function listen(options: ListenOptions): Promise<ListeningServer> {
  const answer = getRequestListener((request, env) =>
    options.fetch(request, { address: readClientAddress(env.incoming as IncomingMessage, options.trustProxy) }),
  );
  const { first } = options;
  const handle: RequestListener =
    first === undefined
      ? (incoming, outgoing) => void answer(incoming, outgoing)
      : (incoming, outgoing) => first(incoming, outgoing, () => void answer(incoming, outgoing));
  const servers: OpenServer[] = [];
  const closeAll = async (seconds: number) => {
    await Promise.all(servers.map((one) => close(one, seconds)));
  };
  let { port } = options;
  try {
    for (const host of options.hosts) {
      const opened = openServer(handle, options.timeouts ?? TIMEOUTS);
      const bound = await bind(opened.server, host, port);
      if (bound === undefined) continue;
      port = bound;
      servers.push(opened);
    }
  } catch (error) {
    // One address is taken: the others must not go on alone, or keep the process alive.
    await closeAll(0);
    throw error;
  }
  if (servers.length === 0)
    throw new ListenError(`This machine has no address ${options.hosts.join(' or ')}. Set HOST.`);
  return { port, close: closeAll };
}

interface OpenServer {
  readonly server: Server;
  /** Connections without a request yet; Node counts them as busy, browsers open them in advance. */
  readonly unused: Set<Socket>;
}

function openServer(handle: RequestListener, timeouts: Timeouts): OpenServer {
  const server = createServer(
    {
      maxHeaderSize: 16 * 1024,
      headersTimeout: timeouts.headers,
      requestTimeout: timeouts.request,
      connectionsCheckingInterval: timeouts.check,
      keepAliveTimeout: 65 * SECOND,
    },
    handle,
  );
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }, outgoing) => {
    unused.delete(socket);
    // While the server closes, an idle keep-alive connection would only delay it.
    outgoing.once('close', () => {
      if (!server.listening) setImmediate(() => server.closeIdleConnections());
    });
  });
  // A socket on which nothing moves is a client that has gone or never meant well.
  server.setTimeout(timeouts.silence);
  return { server, unused };
}

/** undefined where the machine has no such address (no IPv6). */
function bind(server: Server, host: string, port: number): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(undefined);
      else if (error.code === 'EADDRINUSE')
        reject(new ListenError(`Port ${port} is taken. Stop what uses it, or set PORT.`));
      else if (error.code === 'EACCES')
        reject(new ListenError(`Port ${port} needs more rights. Set PORT to one above 1023.`));
      else reject(error);
    });
    // `::` must not take the IPv4 addresses too, which are bound beside it.
    server.listen({ host, port, ipv6Only: host.includes(':') }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });
}

async function close({ server, unused }: OpenServer, seconds: number): Promise<void> {
  const cut = setTimeout(() => server.closeAllConnections(), seconds * SECOND);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  for (const socket of unused) socket.destroy();
  await closed;
  clearTimeout(cut);
}

/** The client's address: the socket's, or what the outermost trusted proxy says. */
function readClientAddress(incoming: IncomingMessage, trustProxy: number): string {
  const socket = incoming.socket.remoteAddress ?? '';
  if (trustProxy === 0) return socket;
  const forwarded = incoming.headers['x-forwarded-for'];
  const hops = (Array.isArray(forwarded) ? forwarded.join(',') : (forwarded ?? '')).split(',').map((hop) => hop.trim());
  return hops.at(-trustProxy) || socket;
}
