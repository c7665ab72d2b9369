import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { openAssets } from './assets.server.ts';
import type { Assets } from './assets.server.ts';

const SCRIPT = 'console.log("four arms");\n'.repeat(100);
let folder: string;
let assets: Assets;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assets-'));
  await mkdir(join(folder, 'client', 'assets'), { recursive: true });
  await mkdir(join(folder, 'client', '.vite'));
  await writeFile(join(folder, 'secret'), 'nobody reads this');
  await writeFile(join(folder, 'client', 'assets', 'entry-a1b2.js'), SCRIPT);
  await writeFile(join(folder, 'client', 'logo.svg'), '<svg/>');
  await writeFile(join(folder, 'client', 'picture.png'), Buffer.alloc(4096));
  await writeFile(join(folder, 'client', '.hidden'), 'hidden');
  await writeFile(join(folder, 'client', '.vite', 'manifest.json'), '{}');
  assets = await openAssets(join(folder, 'client'), '/assets/');
});
afterAll(() => rm(folder, { recursive: true }));

function get(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  return assets.respond(path, new Request(`http://localhost${path}`, { method, headers }));
}

const cached = async (path: string) => (await get(path)).headers.get('cache-control');

test('a file has its type and is never sniffed', async () => {
  const script = await get('/assets/entry-a1b2.js');
  expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(script.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await script.text()).toBe(SCRIPT);
  expect((await get('/logo.svg')).headers.get('content-type')).toBe('image/svg+xml');
});

test('a name with a hash is cached for ever, any other for an hour', async () => {
  expect(await cached('/assets/entry-a1b2.js')).toBe('public, max-age=31536000, immutable');
  expect(await cached('/logo.svg')).toBe('public, max-age=3600');
});

test('text is compressed for browsers that accept it, a picture and a small file are not', async () => {
  const br = { 'accept-encoding': 'gzip, br' };
  const script = await get('/assets/entry-a1b2.js', br);
  expect([script.headers.get('content-encoding'), script.headers.get('vary')]).toEqual(['br', 'accept-encoding']);
  const bytes = Buffer.from(await script.arrayBuffer());
  expect(Number(script.headers.get('content-length'))).toBe(bytes.length);
  expect(brotliDecompressSync(bytes).toString()).toBe(SCRIPT);
  for (const path of ['/picture.png', '/logo.svg']) {
    expect((await get(path, br)).headers.get('content-encoding'), path).toBeNull();
  }
});

test('a known etag answers 304 without a body, also in a list and weak, as a proxy writes it', async () => {
  const etag = (await get('/logo.svg')).headers.get('etag') ?? '';
  for (const tags of [etag, `"other", ${etag}`, `W/${etag}`]) {
    const response = await get('/logo.svg', { 'if-none-match': tags });
    expect([response.status, response.body, response.headers.get('etag')], tags).toEqual([304, null, etag]);
  }
  expect((await get('/logo.svg', { 'if-none-match': '"other"' })).status).toBe(200);
});

test('the compressed file has an etag of its own', async () => {
  const plain = (await get('/assets/entry-a1b2.js')).headers.get('etag');
  const small = (await get('/assets/entry-a1b2.js', { 'accept-encoding': 'gzip' })).headers.get('etag');
  expect(plain).not.toBe(small);
});

test('HEAD has the headers of GET and no body', async () => {
  const [head, whole] = [await get('/logo.svg', {}, 'HEAD'), await get('/logo.svg')];
  expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(whole.headers));
  expect(head.body).toBeNull();
});

test.each([
  '/../secret',
  '/assets/../../secret',
  '/%2e%2e/secret',
  '/..%2fsecret',
  '/assets\\..\\..\\secret',
  '//secret',
  '/secret',
  '/.hidden',
  '/.vite/manifest.json',
  '/assets',
  '/',
  '/logo.svg/',
  '/logo.svg%00',
])('%s is no file of the client', async (path) => {
  expect(assets.has(path)).toBe(false);
  expect((await assets.respond(path, new Request('http://localhost/'))).status).toBe(404);
});

test('without a build there are no files, and the site serves all the same', async () => {
  const none = await openAssets(join(folder, 'nowhere'), '/assets/');
  expect(none.has('/logo.svg')).toBe(false);
});
