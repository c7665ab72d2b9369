import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, expect, test } from 'vitest';

import { postHook } from './post-hook.server.ts';

const requests: string[] = [];
const server = createServer((request, response) => {
  requests.push(`${request.method} ${request.url}`);
  if (request.url === '/silent') return;
  if (request.url === '/long') response.end('x'.repeat(1_000_000));
  else response.writeHead(302, { location: `http://127.0.0.1:${port}/inside` }).end('Moved.');
});
await new Promise<void>((done) => server.listen(0, done));
const { port } = server.address() as AddressInfo;
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const send = (url: string, trustedHosts: string[] = []) =>
  postHook(new URL(url), { body: '{}', headers: {}, milliseconds: 300, trustedHosts });

test.each([
  'http://127.0.0.1',
  'http://localhost',
  'http://[::1]',
  'http://[::ffff:127.0.0.1]',
  'http://[::127.0.0.1]',
  'http://2130706433',
  'http://0177.0.0.1',
  'http://0',
  'https://127.0.0.1',
  'https://localhost',
  'https://[::1]',
  'https://[::ffff:7f00:1]',
  'https://[::7f00:1]',
  'https://[64:ff9b::7f00:1]',
  'https://[2002:7f00:1::]',
  'https://2130706433',
  'https://localhost.localdomain',
])('nothing is posted inside our own network: %s', async (origin) => {
  requests.length = 0;
  await expect(send(`${origin}:${port}/`)).rejects.toThrow(/inside our own network|cannot be reached/);
  expect(requests).toEqual([]);
});

test('a redirect is an answer, which leads nowhere', async () => {
  requests.length = 0;
  expect(await send(`http://127.0.0.1:${port}/`, [`127.0.0.1:${port}`])).toEqual({ status: 302, words: 'Moved.' });
  expect(requests).toEqual(['POST /']);
});

test('of a long answer the start is read, and of none it does not wait for ever', async () => {
  const trusted = [`127.0.0.1:${port}`];
  expect((await send(`http://127.0.0.1:${port}/long`, trusted)).words).toHaveLength(500);
  await expect(send(`http://127.0.0.1:${port}/silent`, trusted)).rejects.toThrow('it is too slow');
});
