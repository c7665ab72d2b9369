import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

import { afterEach, expect, test } from 'vitest';

import { ListenError, listen } from './listen.server.ts';
import type { ListenOptions, ListeningServer } from './listen.server.ts';

const HASTE = { headers: 100, request: 400, silence: 200, check: 20 };
const open: ListeningServer[] = [];
afterEach(async () => void (await Promise.all(open.splice(0).map((server) => server.close(0)))));

async function serve(fetch: ListenOptions['fetch'], options: Partial<ListenOptions> = {}): Promise<ListeningServer> {
  const server = await listen({ hosts: ['127.0.0.1'], port: 0, trustProxy: 0, fetch, ...options });
  open.push(server);
  return server;
}

const echo: ListenOptions['fetch'] = async (request, { address }) =>
  Response.json({ method: request.method, url: request.url, address, body: await request.text() });

interface Wire {
  socket: Socket;
  /** All that has come, once the other side has closed. */
  ended: Promise<string>;
  /** Resolves when so much has come. */
  until: (text: string) => Promise<void>;
}

/** Speaks to the server byte by byte. */
function dial({ port }: { port: number }, text: string, host = '127.0.0.1'): Wire {
  const socket = connect({ port, host });
  const heard = { text: '' };
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  socket.setEncoding('utf8').on('data', (data: string) => (heard.text += data));
  socket.on('error', () => {}).on('close', () => resolve(heard.text));
  socket.write(text);
  const until = (wanted: string) =>
    new Promise<void>((found) => {
      const look = () => heard.text.includes(wanted) && found();
      socket.on('data', look);
      look();
    });
  return { socket, ended, until };
}

const GET = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
const LAST = 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

test('the site answers on 127.0.0.1 and on ::1 at one port', async () => {
  const { port } = await serve(echo, { hosts: ['127.0.0.1', '::1'] });
  for (const host of ['127.0.0.1', '[::1]']) {
    const response = await fetch(`http://${host}:${port}/a?b=c`, { method: 'POST', body: 'd' });
    expect(await response.json()).toMatchObject({ method: 'POST', url: `http://${host}:${port}/a?b=c`, body: 'd' });
  }
});

test('the site answers on every address of the machine by both protocols at one port', async () => {
  const { port } = await serve(echo, { hosts: ['0.0.0.0', '::'] });
  for (const host of ['127.0.0.1', '[::1]']) {
    expect((await fetch(`http://${host}:${port}/`)).status).toBe(200);
  }
});

test('a taken port fails with one sentence, and no other address stays open', async () => {
  const other = createServer().listen(0, '::1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  const starting = serve(echo, { hosts: ['127.0.0.1', '::1'], port });
  await expect(starting).rejects.toThrow(new ListenError(`Port ${port} is taken. Stop what uses it, or set PORT.`));
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
  await new Promise((resolve) => other.close(resolve));
});

test('an address that this machine does not have fails with one sentence', async () => {
  await expect(serve(echo, { hosts: ['192.0.2.1'] })).rejects.toThrow(
    new ListenError('This machine has no address 192.0.2.1. Set HOST.'),
  );
});

test.each([
  ['two lengths that differ', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
  ['two equal lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na'],
  [
    'a length beside chunks',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['an unknown transfer encoding', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity, x\r\n\r\na'],
  [
    'chunks that are not the last encoding',
    'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, x\r\n\r\n0\r\n\r\n',
  ],
  ['a broken chunk', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n'],
  ['a negative length', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n'],
  ['a space before the colon', 'GET / HTTP/1.1\r\nHost : a\r\n\r\n'],
  ['no host', 'GET / HTTP/1.1\r\n\r\n'],
  ['a host with a path', 'GET / HTTP/1.1\r\nHost: a/b\r\n\r\n'],
  ['a null character in its path', 'GET /a\0b HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a space in its path', 'GET /a b HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['no request at all', 'hello there\r\n\r\n'],
])('a request with %s is refused with 400', async (_what, request) => {
  const server = await serve(echo);
  const wire = dial(server, request);
  wire.socket.end();
  const answer = await wire.ended;
  expect([statusOf(answer), answer.match(/HTTP\/1\.1/g)?.length]).toEqual([400, 1]);
});

test.each([
  ['//evil.example/a', '//evil.example/a'],
  ['/a%2Fb', '/a%2Fb'],
  ['/a%00b', '/a%00b'],
  ['http://evil.example/a', '/a'],
])('the target %s is the path %s, and never another host to go to', async (target, path) => {
  const server = await serve(({ url }) => Promise.resolve(new Response(new URL(url).pathname)));
  const answer = await dial(server, LAST.replace('/', target)).ended;
  expect(statusOf(answer)).toBe(200);
  expect(answer.endsWith(`\r\n\r\n${path}`)).toBe(true);
});

test.each(['OPTIONS *', 'CONNECT a:1', 'TRACE /', 'PROPFIND /'])(
  '%s neither crashes nor hangs the server',
  async (line) => {
    const server = await serve(() => Promise.resolve(new Response('ok')));
    const wire = dial(server, `${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    wire.socket.end();
    await wire.ended;
    expect(statusOf(await dial(server, LAST).ended)).toBe(200);
  },
);

test('headers of more than 16 KB and an address as long are refused with 431', async () => {
  const server = await serve(echo);
  const long = 'x'.repeat(17_000);
  expect(statusOf(await dial(server, `GET / HTTP/1.1\r\nHost: a\r\nX-Long: ${long}\r\n\r\n`).ended)).toBe(431);
  expect(statusOf(await dial(server, `GET /${long} HTTP/1.1\r\nHost: a\r\n\r\n`).ended)).toBe(431);
  expect(statusOf(await dial(server, LAST.replace('\r\n\r\n', `\r\nX: ${'x'.repeat(15_000)}\r\n\r\n`)).ended)).toBe(
    200,
  );
});

test('a client that sends headers too slowly is cut off', async () => {
  const server = await serve(echo, { timeouts: { ...HASTE, silence: 10_000 } });
  const wire = dial(server, 'GET / HTTP/1.1\r\n');
  const drip = setInterval(() => wire.socket.write('X: y\r\n'), 10);
  expect(statusOf(await wire.ended)).toBe(408);
  clearInterval(drip);
});

test('a client that sends a body too slowly is cut off', async () => {
  const server = await serve(echo, { timeouts: { ...HASTE, silence: 10_000 } });
  const wire = dial(server, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9999\r\n\r\n');
  const drip = setInterval(() => wire.socket.write('x'), 10);
  await wire.ended;
  clearInterval(drip);
});

test('a client that falls silent, or reads nothing of a long answer, is cut off', async () => {
  const left = Promise.withResolvers<void>();
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
    cancel: () => left.resolve(),
  });
  const timeouts = { ...HASTE, headers: 10_000, request: 10_000 };
  const server = await serve(() => Promise.resolve(new Response(endless)), { timeouts });
  await dial(server, 'GET / HTTP/1.1\r\n').ended;
  dial(server, GET).socket.pause();
  await left.promise;
});

test('a client that leaves while the answer streams ends it, and the next is served', async () => {
  const left = Promise.withResolvers<void>();
  const endless = () =>
    new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(65_536)),
      cancel: () => left.resolve(),
    });
  const server = await serve(({ url }) => Promise.resolve(new Response(url.endsWith('/long') ? endless() : 'ok')));
  const wire = dial(server, GET.replace('/', '/long'));
  await wire.until('200 OK');
  wire.socket.destroy();
  await left.promise;
  expect(statusOf(await dial(server, LAST).ended)).toBe(200);
});

test('closing lets a running request finish, takes no new one, and waits for no idle connection', async () => {
  const [release, requested] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const server = await serve(async () => {
    requested.resolve();
    await release.promise;
    return new Response('finished');
  });
  const idle = dial(server, '');
  await once(idle.socket, 'connect');
  const busy = dial(server, GET);
  await requested.promise;
  const closing = server.close(60);
  await idle.ended;
  await expect(fetch(`http://127.0.0.1:${server.port}/`)).rejects.toThrow('fetch failed');
  release.resolve();
  await closing;
  expect(await busy.ended).toContain('finished');
});

test('closing cuts off what has not finished in its time', async () => {
  const requested = Promise.withResolvers<void>();
  const server = await serve(() => {
    requested.resolve();
    return new Promise<Response>(() => {});
  });
  const busy = dial(server, GET);
  await requested.promise;
  await server.close(0.1);
  expect(await busy.ended).toBe('');
});

test.each([
  [0, '9.9.9.9', '127.0.0.1'],
  [1, '9.9.9.9', '9.9.9.9'],
  [1, '6.6.6.6, 9.9.9.9', '9.9.9.9'],
  [2, '6.6.6.6, 9.9.9.9, 10.0.0.1', '9.9.9.9'],
  [2, '9.9.9.9', '127.0.0.1'],
  [1, '', '127.0.0.1'],
])('with %i proxies, X-Forwarded-For %j gives the client address %s', async (trustProxy, forwarded, address) => {
  const { port } = await serve(echo, { trustProxy });
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-forwarded-for': forwarded } });
  expect(await response.json()).toMatchObject({ address });
});
