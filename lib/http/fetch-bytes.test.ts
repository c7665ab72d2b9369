import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { FetchFailed, fetchBytes, fetchStart, isPublicAddress, judgeAddresses } from './fetch-bytes.server.ts';

const LIMITS = { maxBytes: 1000, milliseconds: 400 };
const paths: string[] = [];

const ANSWERS: Record<string, RequestListener> = {
  '/fine': (_request, response) => response.end('fine'),
  '/limit': (_request, response) => response.end('x'.repeat(1000)),
  '/declared': (_request, response) => response.writeHead(200, { 'content-length': '1001' }).end('x'.repeat(1001)),
  '/endless': (_request, response) => {
    const pour = () => response.write('x'.repeat(400)) && setImmediate(pour);
    pour();
  },
  '/drip': (_request, response) => {
    const drip = setInterval(() => response.write('x'), 50);
    response.on('close', () => clearInterval(drip));
  },
  '/silent': () => undefined,
  '/away': (_request, response) => response.writeHead(302, { location: '/fine' }).end(),
  '/missing': (_request, response) => response.writeHead(404).end('fine'),
  '/cut': (_request, response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('x');
    setImmediate(() => response.destroy());
  },
};

let server: Server;
let origin: string;
beforeAll(async () => {
  server = createServer((request, response) => {
    paths.push(request.url ?? '');
    ANSWERS[request.url ?? '']?.(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test('a fetch returns the bytes, up to the limit', async () => {
  expect((await fetchBytes(new URL('/fine', origin), LIMITS)).toString()).toBe('fine');
  expect(await fetchBytes(new URL('/limit', origin), LIMITS)).toHaveLength(1000);
});

describe('a fetch fails', () => {
  test.each([
    ['/declared', 'too large'],
    ['/endless', 'too large'],
    ['/drip', 'too slow'],
    ['/silent', 'too slow'],
    ['/missing', 'answers 404'],
    ['/cut', 'cannot be reached'],
  ])('for %s: it is %s', async (path, reason) => {
    const fetched = fetchBytes(new URL(path, origin), LIMITS);
    await expect(fetched).rejects.toThrow(FetchFailed);
    await expect(fetched).rejects.toThrow(reason);
  });

  test('for a redirect, which is not followed', async () => {
    paths.length = 0;
    await expect(fetchBytes(new URL('/away', origin), LIMITS)).rejects.toThrow('answers 302');
    expect(paths).toEqual(['/away']);
  });
});

describe('the start of an answer to an address that somebody else has chosen', () => {
  test.each([
    'http://127.0.0.1',
    'http://127.1',
    'http://2130706433',
    'http://0x7f000001',
    'http://0177.0.0.1',
    'http://localhost',
    'http://LOCALHOST',
    'http://localhost.',
    'http://[::1]',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:7f00:1]',
    'http://0.0.0.0',
    'http://[::]',
    'http://169.254.169.254',
    'http://[fd00:ec2::254]',
    'http://[::127.0.0.1]',
    'http://[64:ff9b::7f00:1]',
    'http://[2002:7f00:1::]',
    'http://0',
    'http://127.0.0.1.',
    'http://017700000001',
    'http://①②⑦.⓪.⓪.①',
    'http://somebody:secret@127.0.0.1',
    'http://10.0.0.1',
    'http://192.168.0.1',
    'http://172.16.0.1',
    'http://100.64.0.1',
  ])('is not fetched from %s, inside our own network', async (host) => {
    paths.length = 0;
    const url = new URL(`${host}:${new URL(origin).port}/fine`);
    await expect(fetchStart(url, LIMITS)).rejects.toThrow(FetchFailed);
    expect(paths).toEqual([]);
  });
});

describe('the start of an answer', () => {
  const start = (path: string) => fetchStart(new URL(path, origin), { ...LIMITS, isTrusted: true });

  test('of a host that is trusted is fetched, whatever its number or name and its status', async () => {
    const { status, start: bytes } = await start('/fine');
    expect([status, bytes.toString()]).toEqual([200, 'fine']);
    const named = new URL('/missing', origin.replace('127.0.0.1', 'localhost'));
    expect((await fetchStart(named, { ...LIMITS, isTrusted: true })).status).toBe(404);
  });

  test('goes no further than its limit, and follows no redirect', async () => {
    expect((await start('/declared')).start).toHaveLength(1000);
    expect((await start('/endless')).start).toHaveLength(1000);
    paths.length = 0;
    expect(await start('/away')).toMatchObject({ status: 302, location: '/fine' });
    expect(paths).toEqual(['/away']);
  });

  test.each([
    ['/drip', 'too slow'],
    ['/silent', 'too slow'],
    ['/cut', 'cannot be reached'],
  ])('of %s does not come: it is %s', async (path, reason) => {
    await expect(start(path)).rejects.toThrow(reason);
  });
});

describe('a name', () => {
  const look = (addresses: readonly string[], all: boolean) =>
    new Promise((done, fail) => {
      const lookup = judgeAddresses((_name, _options, tell) =>
        tell(
          null,
          addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        ),
      );
      lookup('store.example.com', { all }, (error, address) => (error === null ? done(address) : fail(error)));
    });

  test.each([
    [['127.0.0.1']],
    [['10.0.0.1']],
    [['169.254.169.254']],
    [['::1']],
    [['fd00:ec2::254']],
    [['fe80::1']],
    [['::ffff:10.0.0.1']],
    [['::7f00:1']],
    [['64:ff9b::a00:1']],
    [['2002:a00:1::']],
    [['1.1.1.1', '192.168.0.1']],
    [['2606:4700::1111', '::1']],
    [[]],
  ])('that means %j is not connected to', async (addresses) => {
    for (const all of [true, false]) await expect(look(addresses, all)).rejects.toThrow('inside our own network');
  });

  test('that means nothing but addresses of the internet is', async () => {
    expect(await look(['1.1.1.1', '2606:4700::1111'], false)).toBe('1.1.1.1');
    expect(await look(['1.1.1.1', '2606:4700::1111'], true)).toHaveLength(2);
  });
});

describe('only the public internet is fetched', () => {
  test('and the name of this machine reaches nothing, though a server listens there', async () => {
    paths.length = 0;
    const url = new URL('/fine', origin.replace('127.0.0.1', 'localhost'));
    await expect(fetchBytes(url, LIMITS)).rejects.toThrow(FetchFailed);
    expect(paths).toEqual([]);
  });

  test.each(['1.1.1.1', '2606:4700::1111'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
    'x',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});
