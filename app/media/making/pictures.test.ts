import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { sweepFiles } from '#app/storage/sweep.server.ts';
import { useTestSite } from '#test/site.ts';
import { filesOf } from '#test/storage-state.ts';
import { openTestApp } from '#test/test-app.ts';
import type { TestApp } from '#test/test-app.ts';

import { imageUrl } from '../image-url.ts';
import { findPictureFiles } from './files.server.ts';
import { pruneGeneratedImages } from './generated-images.server.ts';
import { resizePicture } from './pictures.server.ts';

const site = useTestSite();
const LEVELHEAD = '/media/fit-in/160x213/snippets/box-levelhead.jpg';
const ACCEPTS = { avif: 'image/avif,image/webp,*/*', webp: 'image/webp,*/*', plain: '*/*' };
const png = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: '#35d69a' } })
    .png()
    .toBuffer();
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  site.ask(undefined, path, { method, headers });
const pictureIn = async (response: Response) => sharp(await response.arrayBuffer()).metadata();
const refusalOf = async (response: Response) => [
  response.status,
  ((await response.json()) as { message: string }).message,
];

describe('a drawing of the site', () => {
  test.each([
    ['avif', 'image/avif', 'heif'],
    ['webp', 'image/webp', 'webp'],
    ['plain', 'image/jpeg', 'jpeg'],
  ] as const)('is sent as %s to a client that accepts it', async (accepted, type, format) => {
    const response = await get(LEVELHEAD, { accept: ACCEPTS[accepted] });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    expect(response.headers.get('vary')).toBe('accept');
    expect(await pictureIn(response)).toMatchObject({ format, width: 160, height: 213 });
  });

  test('is a PNG when it is transparent and the client accepts nothing better', async () => {
    const response = await get('/media/fit-in/256x256/snippets/logo-mark.jpg');
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(await pictureIn(response)).toMatchObject({ width: 256, hasAlpha: true });
  });

  test('is sent with headers that sandbox it', async () => {
    const { headers } = await get(LEVELHEAD);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain('sandbox');
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('x-rate-limit-limit')).toBe('1200');
  });

  test('is cached forever at an address with its version, else for a day', async () => {
    const stated = imageUrl('box-levelhead', { width: 160, height: 213 });
    expect((await get(stated)).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const others = await Promise.all([get(LEVELHEAD), get(`${LEVELHEAD}?v=0123456789`)]);
    for (const { headers } of others) {
      expect(headers.get('cache-control')).toBe('public, max-age=86400, stale-while-revalidate=604800');
    }
  });

  test('has a strong etag, answers 304 and HEAD', async () => {
    const response = await get(LEVELHEAD, { accept: ACCEPTS.webp });
    const etag = response.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/);
    const bytes = Buffer.from(await response.arrayBuffer());
    const known = await get(LEVELHEAD, { accept: ACCEPTS.webp, 'if-none-match': etag });
    expect([known.status, known.headers.get('etag'), known.headers.get('vary')]).toEqual([304, etag, 'accept']);
    const head = await get(LEVELHEAD, { accept: ACCEPTS.webp }, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
      200,
      String(bytes.length),
      '',
    ]);
    expect((await get(LEVELHEAD, { accept: ACCEPTS.plain, 'if-none-match': etag })).status).toBe(200);
  });

  test('is generated once for concurrent requests, and stored as one file', async () => {
    const before = (await filesOf(site)).length;
    const path = '/media/fit-in/320x427/snippets/box-levelhead.jpg';
    const answers = await Promise.all(Array.from({ length: 12 }, () => get(path, { accept: ACCEPTS.webp })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(1);
    expect((await filesOf(site)).length).toBe(before + 1);
  });

  test('is generated again when its file is lost', async () => {
    const first = await get(LEVELHEAD, { accept: ACCEPTS.webp });
    for await (const key of site.parts.files.listOlderThan(new Date(Date.now() + 60_000))) {
      await site.parts.files.remove(key);
    }
    const again = await get(LEVELHEAD, { accept: ACCEPTS.webp });
    expect([again.status, again.headers.get('etag')]).toEqual([200, first.headers.get('etag')]);
    expect((await again.arrayBuffer()).byteLength).toBe((await first.arrayBuffer()).byteLength);
  });
});

test('a drawing that a busy machine cannot make in time is asked for again in a moment', async () => {
  // As the library says it.
  const read = () => Promise.reject(new Error('timeout: 3% complete\nVipsImage: killed for image "temp-517"'));
  const refused = resizePicture({ sha256: '', isDrawn: true, read }, { width: 512, height: 512 }, 'webp');
  await expect(refused).rejects.toMatchObject({ status: 503, details: { headers: { 'retry-after': '2' } } });
});

describe('the site refuses', () => {
  test.each(['161x161', '160x214', '4000x4000', '0x0', '99999x99999', '1920x1'])('the size %s', async (size) => {
    expect(await refusalOf(await get(`/media/fit-in/${size}/snippets/logo.jpg`))).toEqual([
      400,
      'Pictures are made in the sizes of this site only, as their addresses on its pages say.',
    ]);
  });

  test.each([
    'snippets/none.jpg',
    'snippets/LOGO.jpg',
    'snippets/logo.svg',
    'snippets/../logo.jpg',
    'snippets/..%2flogo.jpg',
    'snippets/logo.jpg/x',
    '%ff',
    '%00',
    'file%3A%2F%2F%2Fetc%2Fpasswd',
    'data%3Aimage%2Fpng%3Bbase64%2Cx',
  ])('the source %s', async (source) => {
    const response = await get(`/media/fit-in/160x160/${source}`);
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
  });

  test('other addresses under /media/ and other methods', async () => {
    expect((await get('/media/other')).status).toBe(404);
    const post = await site.ask(undefined, LEVELHEAD, { method: 'POST' });
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('a picture of another host', () => {
  let server: Server;
  let origin: string;
  let door: TestApp;
  let body: Uint8Array;
  let requested: string[];
  const fit = (address: string) =>
    door.sendRequest(`/media/fit-in/160x160/${encodeURIComponent(address)}`, { headers: { accept: ACCEPTS.webp } });

  beforeAll(async () => {
    server = createServer((request, response) => {
      requested.push(request.url ?? '');
      if (request.url === '/away.png') response.writeHead(302, { location: `${origin}/fine.png` }).end();
      else response.writeHead(200, { 'content-type': 'image/png' }).end(body);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    origin = `http://127.0.0.1:${port}`;
    door = openTestApp(site, { IMAGE_SOURCES: `${origin}, http://localhost:${port}` });
  });
  beforeEach(async () => {
    requested = [];
    body = await png(400, 200);
  });
  afterAll(() => server.close());

  test('is fetched once for all sizes and clients', async () => {
    const sizes = ['160x160', '256x256', '160x160'].map((size) =>
      door.sendRequest(`/media/fit-in/${size}/${encodeURIComponent(`${origin}/fine.png`)}`),
    );
    const [small, large] = await Promise.all(sizes);
    expect(await pictureIn(small as Response)).toMatchObject({ width: 160, height: 80 });
    expect(await pictureIn(large as Response)).toMatchObject({ width: 256, height: 128 });
    expect(requested).toEqual(['/fine.png']);
  });

  test('is never enlarged', async () => {
    const response = await door.sendRequest(`/media/fit-in/1920x1920/${encodeURIComponent(`${origin}/fine.png`)}`);
    expect(await pictureIn(response)).toMatchObject({ width: 400, height: 200 });
  });

  test('is fetched again after a day, and the old one stays when that fails', async () => {
    const path = `${origin}/daily.png`;
    const first = (await fit(path)).headers.get('etag');
    const real = site.clock.now;
    site.clock.now = new Date(real.getTime() + 90_000_000);
    body = await png(200, 400);
    const second = (await fit(path)).headers.get('etag');
    expect(second).not.toBe(first);
    site.clock.now = new Date(real.getTime() + 180_000_000);
    body = Buffer.from('gone');
    expect((await fit(path)).headers.get('etag')).toBe(second);
    expect(requested).toEqual(['/daily.png', '/daily.png', '/daily.png']);
    site.clock.now = real;
  });

  test('answers 502 when its file is lost, and is fetched again by the next request', async () => {
    const path = `${origin}/lost.png`;
    expect((await fit(path)).status).toBe(200);
    for await (const key of site.parts.files.listOlderThan(new Date(Date.now() + 60_000))) {
      await site.parts.files.remove(key);
    }
    expect([(await fit(path)).status, (await fit(path)).status]).toEqual([502, 200]);
    expect(requested).toEqual(['/lost.png', '/lost.png']);
  });

  test.each([
    'https://elsewhere.example/a.png',
    'http://169.254.169.254/latest/meta-data',
    'http://127.0.0.1/a.png',
    'http://[::1]/a.png',
  ])('is not fetched from %s', async (address) => {
    const response = await fit(address);
    expect([response.status, requested]).toEqual([400, []]);
  });

  test('is not fetched from a listed host with a user name or password', async () => {
    const { port } = new URL(origin);
    for (const trick of [`http://127.0.0.1:${port}@elsewhere.example/`, `http://a:b@127.0.0.1:${port}/fine.png`]) {
      expect((await fit(trick)).status).toBe(400);
    }
    expect(requested).toEqual([]);
  });

  test('is not fetched from a listed name that resolves to the own network', async () => {
    const response = await fit(origin.replace('127.0.0.1', 'localhost') + '/own.png');
    expect(await refusalOf(response)).toEqual([502, 'That picture cannot be had from where it lies.']);
    expect(requested).toEqual([]);
  });

  test('is not fetched through a redirect', async () => {
    expect((await fit(`${origin}/away.png`)).status).toBe(502);
    expect(requested).toEqual(['/away.png']);
  });

  test.each([
    ['a drawing that calls itself a PNG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a page that calls itself a PNG', () => Buffer.from('<!doctype html>')],
    ['100 million pixels', () => png(10_000, 10_000)],
    ['17 MB', () => Buffer.alloc(17 * 1024 * 1024, 1)],
  ])('is refused when it is %s', { timeout: 60_000 }, async (what, make) => {
    body = await make();
    expect((await fit(`${origin}/${encodeURIComponent(what)}.png`)).status).toBe(502);
  });
});

describe('files of pictures', () => {
  test('are swept once they are 60 days old', async () => {
    await get(LEVELHEAD, { accept: ACCEPTS.avif });
    const current = systemCurrent(site.parts);
    const named = () => filesOf(site).then((files) => findPictureFiles(current, files));
    const stored = await named();
    expect(stored.length).toBeGreaterThan(0);
    const real = site.clock.now;
    site.clock.now = new Date(real.getTime() + 30 * 86_400_000);
    await pruneGeneratedImages(current);
    await sweepFiles(current);
    expect((await named()).toSorted()).toEqual(stored.toSorted());
    site.clock.now = new Date(real.getTime() + 70 * 86_400_000);
    await pruneGeneratedImages(current);
    await sweepFiles(current);
    expect(await filesOf(site)).toEqual([]);
    site.clock.now = real;
  });
});
