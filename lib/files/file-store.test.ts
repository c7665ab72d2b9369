import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { useS3Server } from '#test/s3.ts';

import { openDiskFiles } from './disk.server.ts';
import { FileMissing, FileTooLarge } from './file-store.ts';
import type { FileStore } from './file-store.ts';
import { openS3Files } from './s3.server.ts';

const KB = 1024;
const MB = 1024 * KB;
/** Of this process, where the system tells them. */
const DESCRIPTORS = '/proc/self/fd';
const NO_SUCH_KEY = '0'.repeat(32);

let folder: string;
const server = useS3Server();
let disk: FileStore;
let s3: FileStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'));
  disk = openDiskFiles(join(folder, 'disk'));
  s3 = openS3Files(server.options);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

const STORES = [
  { place: 'disk', files: () => disk },
  { place: 'S3', files: () => s3 },
];

const SIZES = [
  [0, 1],
  [1, 1],
  [64 * KB, 64 * KB],
  [200 * KB + 7, 1000],
  [11 * MB + 3, 150 * KB],
] as const;

test.each(STORES.flatMap(({ place, files }) => SIZES.map(([bytes, chunk]) => ({ place, files, bytes, chunk }))))(
  'on $place a file of $bytes bytes, in chunks of $chunk, is read as it was written',
  async ({ files, bytes, chunk }) => {
    const body = pattern(bytes);
    const stored = await files().write(inChunks(body, chunk), { maxBytes: 16 * MB });
    expect(stored).toEqual({ key: expect.stringMatching(/^[0-9a-f]{32}$/), bytes, sha256: sha256(body) });
    const read = await readWhole(files(), stored.key);
    expect(read.length).toBe(bytes);
    expect(sha256(read)).toBe(stored.sha256);
  },
);

test.each(STORES)('on $place a web stream is stored like any other', async ({ files }) => {
  const body = pattern(70 * KB);
  const { key } = await files().write(new Blob([body]).stream(), { maxBytes: MB });
  expect((await readWhole(files(), key)).equals(body)).toBe(true);
});

test.each(STORES)('on $place a range is its bytes, both ends included', async ({ files }) => {
  const body = pattern(300 * KB);
  const { key } = await files().write(inChunks(body, 50 * KB), { maxBytes: MB });
  const ranges = [
    { start: 0, end: 1 },
    { start: 65_535, end: 65_536 },
    { start: 1000, end: 200_000 },
    { start: 65_536, end: 65_536 },
    { start: 64 * KB - 1, end: 128 * KB },
    { start: 0, end: 300 * KB - 1 },
    { start: 1, end: 300 * KB - 2 },
    { start: 300 * KB - 1, end: 300 * KB - 1 },
  ];
  for (const range of ranges) {
    const read = await readWhole(files(), key, range);
    expect(read.equals(body.subarray(range.start, range.end + 1)), `${range.start} to ${range.end}`).toBe(true);
  }
});

test.each(STORES)('on $place a reader may stop early', async ({ files }) => {
  const body = pattern(2 * MB);
  const { key } = await files().write(inChunks(body, 64 * KB), { maxBytes: 4 * MB });
  const reader = (await files().read(key)).getReader();
  const { value } = await reader.read();
  expect(value && body.subarray(0, value.byteLength).equals(value)).toBe(true);
  await reader.cancel();
  expect((await readWhole(files(), key)).length).toBe(2 * MB);
});

test.each(STORES)(
  'on $place a stream of more bytes than allowed is refused and leaves nothing behind',
  async ({ files }) => {
    const before = await everyKey(files());
    const exact = await files().write(inChunks(pattern(MB), 64 * KB), { maxBytes: MB });
    await files().remove(exact.key);
    const refused = files().write(inChunks(pattern(MB + 1), 64 * KB), { maxBytes: MB });
    await expect(refused).rejects.toBeInstanceOf(FileTooLarge);
    await expect(refused).rejects.toMatchObject({ maxBytes: MB });
    const afterParts = files().write(inChunks(pattern(12 * MB), MB), { maxBytes: 11 * MB });
    await expect(afterParts).rejects.toBeInstanceOf(FileTooLarge);
    expect(await everyKey(files())).toEqual(before);
  },
);

test.each(STORES)(
  'on $place a stream that breaks off throws what it threw and leaves nothing behind',
  async ({ files }) => {
    const before = await everyKey(files());
    const cut = new Error('the line is dead');
    // At the edges of our chunks and of the parts of S3, and anywhere in between.
    const edges = [0, 1, 64 * KB - 1, 64 * KB, 64 * KB + 1, 5 * MB, 5 * MB + 1, 7 * MB];
    for (const bytes of [...edges, 12_345, 100 * KB, 777_777, 5_555_555]) {
      await expect(files().write(breaksOff(bytes, cut), { maxBytes: 16 * MB })).rejects.toBe(cut);
    }
    expect(await everyKey(files())).toEqual(before);
    expect(await files().removeUnfinished(new Date(Date.now() + 60_000))).toBe(0);
  },
);

test.each(STORES)('on $place a removed file is missing, and removing it again is fine', async ({ files }) => {
  const { key } = await files().write(inChunks(pattern(10), 10), { maxBytes: 10 });
  await files().remove(key);
  await files().remove(key);
  await files().remove(NO_SUCH_KEY);
  for (const gone of [key, NO_SUCH_KEY]) {
    await expect(files().read(gone)).rejects.toBeInstanceOf(FileMissing);
    await expect(files().read(gone, { start: 1, end: 2 })).rejects.toBeInstanceOf(FileMissing);
    await expect(files().read(gone)).rejects.toMatchObject({ key: gone });
  }
});

test.each(STORES)(
  'on $place many write and read at one time, and none gets the bytes of another',
  async ({ files }) => {
    const bodies = Array.from({ length: 24 }, (_, at) => pattern(KB * (1 + ((at * 37) % 200)), at));
    const stored = await Promise.all(bodies.map((body) => files().write(inChunks(body, 10_000), { maxBytes: MB })));
    expect(new Set(stored.map(({ key }) => key)).size).toBe(bodies.length);
    const read = await Promise.all(stored.map(({ key }) => readWhole(files(), key)));
    expect(read.map(sha256)).toEqual(bodies.map(sha256));
  },
);

test.each(STORES)('on $place a malformed key is never looked up', async ({ files }) => {
  for (const key of ['', '../../etc/passwd', `../${NO_SUCH_KEY}`, `${NO_SUCH_KEY}/..`, NO_SUCH_KEY.replace('0', 'A')]) {
    await expect(files().read(key)).rejects.toBeInstanceOf(TypeError);
    await expect(files().remove(key)).rejects.toBeInstanceOf(TypeError);
  }
});

test.each(STORES)('on $place files are listed when they are older than a date', async ({ files }) => {
  const { key } = await files().write(inChunks(pattern(10), 10), { maxBytes: 10 });
  expect(await keysOlderThan(files(), new Date(Date.now() - 60_000))).not.toContain(key);
  expect(await keysOlderThan(files(), new Date(Date.now() + 60_000))).toContain(key);
});

test('on S3 the parts of an upload that breaks off are removed', async () => {
  const requests: string[] = [];
  const note = ({ method, url }: { method?: string; url?: string }) => requests.push(`${method} ${url}`);
  server.httpServer.on('request', note);
  onTestFinished(() => void server.httpServer.off('request', note));
  const cut = new Error('the line is dead');
  await expect(s3.write(breaksOff(7 * MB, cut), { maxBytes: 16 * MB })).rejects.toBe(cut);
  expect(requests.at(-1)).toMatch(/^DELETE \/files\/[0-9a-f]{32}\?uploadId=/);
});

// The S3 server of the tests takes an end of 0 for none.
test('on disk a range may be the first byte alone', async () => {
  const { key } = await disk.write(inChunks(pattern(KB), KB), { maxBytes: KB });
  expect(await readWhole(disk, key, { start: 0, end: 0 })).toEqual(pattern(1));
});

test.runIf(existsSync(DESCRIPTORS))('on disk a file is open for whom it is read, and for nobody else', async () => {
  const { key } = await disk.write(inChunks(pattern(MB), MB), { maxBytes: MB });
  const isOpen = () => readdirSync(DESCRIPTORS).some((one) => linkOf(one).endsWith(key));
  const left = (await disk.read(key)).getReader();
  expect(isOpen()).toBe(false);
  await left.read();
  expect(isOpen()).toBe(true);
  const [, reading] = [await left.read(), left.read()];
  await Promise.all([left.cancel(), reading]);
  expect(isOpen()).toBe(false);
  expect((await readWhole(disk, key)).length).toBe(MB);
  await (await disk.read(key)).cancel();
  expect(isOpen()).toBe(false);
});

/** The descriptor by which they are listed is closed by then. */
function linkOf(descriptor: string): string {
  try {
    return readlinkSync(join(DESCRIPTORS, descriptor));
  } catch {
    return '';
  }
}

test('a store on disk without any file lists nothing', async () => {
  expect(await everyKey(openDiskFiles(join(folder, 'nowhere')))).toEqual([]);
});

function pattern(bytes: number, seed = 0): Buffer<ArrayBuffer> {
  const body = Buffer.alloc(bytes);
  for (let at = 0; at < bytes; at += 1) body[at] = (at * 31 + (at >> 8) * 7 + seed) & 0xff;
  return body;
}

async function* inChunks(body: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}

async function* breaksOff(bytes: number, error: Error): AsyncGenerator<Uint8Array> {
  yield* inChunks(pattern(bytes), 64 * KB);
  throw error;
}

async function readWhole(files: FileStore, key: string, range?: { start: number; end: number }): Promise<Buffer> {
  return buffer(await files.read(key, range));
}

function sha256(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex');
}

function everyKey(files: FileStore): Promise<string[]> {
  return keysOlderThan(files, new Date(Date.now() + 60_000));
}

async function keysOlderThan(files: FileStore, date: Date): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of files.listOlderThan(date)) keys.push(key);
  return keys.sort();
}
