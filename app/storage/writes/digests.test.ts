import { createHash } from 'node:crypto';
import { readFile, truncate, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';

import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { Site } from '#app/app.server.ts';
import { FileStoreFull } from '#lib/files/file-store.ts';
import { listen } from '#lib/http/listen.server.ts';
import { useTestSite } from '#test/site.ts';
import { filesOf, storageState } from '#test/storage-state.ts';
import { createCrate, createItem, dataOf, parametersHeader, refusalOf } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';
import type { TestApp } from '#test/test-app.ts';

import type { Item } from '../item.ts';

const site = useTestSite();
const KB = 1024;
let crate: string;
beforeAll(async () => void (crate = await createCrate(site, 'digests')));

const bytesOf = (length: number, seed = 1) => Uint8Array.from({ length }, (_, at) => (at * 31 + seed) & 0xff);
const digestOf = (body: Uint8Array, algorithm = 'sha256') => createHash(algorithm).update(body).digest('base64');
const headerOf = (body: Uint8Array) => `sha-256=:${digestOf(body)}:`;
const download = (itemId: string, headers: Record<string, string> = {}, method = 'GET') =>
  site.ask('player', `${crate}/items/${itemId}?download=true`, { method, headers });
const pathOf = (file: string) => join(site.parts.config.DATA_DIR, 'files', file.slice(0, 2), file.slice(2, 4), file);

async function createWithFile(body: Uint8Array): Promise<{ itemId: string; file: string }> {
  const known = new Set(await filesOf(site));
  const { itemId } = await createItem(site, crate, 'player', {}, body);
  return { itemId, file: (await filesOf(site)).find((one) => !known.has(one)) ?? '' };
}

describe.each([
  ['in the row', 50 * KB],
  ['in a file', 200 * KB],
])('of a body %s', (_, length) => {
  const body = bytesOf(length);

  test('Repr-Digest is that of the whole body, whatever range is requested', async () => {
    const { itemId, etag } = await createItem(site, crate, 'player', {}, body);
    const cases: [status: number, headers: Record<string, string>, method?: string][] = [
      [200, {}],
      [200, {}, 'HEAD'],
      [206, { range: 'bytes=1-2' }],
      [304, { 'if-none-match': etag }],
    ];
    for (const [status, headers, method] of cases) {
      const response = await download(itemId, headers, method);
      expect([response.status, response.headers.get('repr-digest')]).toEqual([status, headerOf(body)]);
      await response.arrayBuffer();
    }
    const changed = bytesOf(length, 2);
    await site.ask('player', `${crate}/items/${itemId}`, { method: 'PUT', body: changed });
    expect((await download(itemId, {}, 'HEAD')).headers.get('repr-digest')).toBe(headerOf(changed));
  });

  test('a body that differs from its Content-Digest or Repr-Digest is refused and not stored', async () => {
    const item = await createItem(site, crate, 'player', {}, body);
    const before = await storageState(site);
    const [wrong, malformed] = ['The body is not what its digest says.', 'Content-Digest and Repr-Digest are'];
    const refused: [sentence: string, headers: Record<string, string>][] = [
      [wrong, { 'content-digest': headerOf(bytesOf(length, 9)) }],
      [wrong, { 'repr-digest': headerOf(bytesOf(length, 9)) }],
      [wrong, { 'content-digest': headerOf(body), 'repr-digest': headerOf(bytesOf(length, 9)) }],
      [malformed, { 'content-digest': digestOf(body) }],
      [malformed, { 'repr-digest': `sha-256=${digestOf(body)}` }],
      [malformed, { 'content-digest': `sha-256=:${digestOf(body, 'md5')}:` }],
    ];
    for (const [sentence, headers] of refused) {
      for (const [method, path] of [
        ['POST', `${crate}/items`],
        ['PUT', `${crate}/items/${item.itemId}`],
      ] as const) {
        const [status, message] = await refusalOf(await site.ask('player', path, { method, body, headers }));
        expect([status, message]).toEqual([400, expect.stringContaining(sentence)]);
      }
    }
    expect(await storageState(site)).toEqual(before);
    const taken: Record<string, string>[] = [
      { 'content-digest': headerOf(body), 'repr-digest': headerOf(body) },
      { 'content-digest': `sha-512=:AAAA:, ${headerOf(body)}` },
      { 'repr-digest': 'md5=:AAAA:' },
    ];
    for (const headers of taken) {
      expect((await site.ask('player', `${crate}/items`, { method: 'POST', body, headers })).status).toBe(201);
    }
  });
});

describe('a damaged file of the store', () => {
  // Its last chunk is short, so that an error message sent in its place would make it look whole.
  const body = bytesOf(256 * KB + 60);

  const DAMAGES: [what: string, damage: (path: string) => Promise<void>][] = [
    ['shorter', (path) => truncate(path, 256 * KB)],
    ['longer', async (path) => writeFile(path, Buffer.concat([body, Buffer.from('more')]))],
    ['of other bytes', async (path) => writeFile(path, (await readFile(path)).fill(0, 5, 6))],
    ['empty', (path) => truncate(path, 0)],
  ];
  test.each(DAMAGES)('%s, is never served as if it were whole, and logged once', async (_what, damage) => {
    const { itemId, file } = await createWithFile(body);
    await damage(pathOf(file));
    const door = openTestApp(site);
    const answer = await overHttp(door, `${crate}/items/${itemId}?download=true`);
    expect(answer).toMatchObject({ status: 200, isWhole: false });
    expect(answer.bytes.length).toBeLessThan(body.length);
    expect(answer.bytes.includes('Error')).toBe(false);
    const logged = door.lines.filter(({ level }) => Number(level) >= 50);
    expect(logged).toMatchObject([{ msg: 'a stored body is damaged', itemId, crateId: 'digests' }]);
  });

  test('that is missing answers an error without a body', async () => {
    const { itemId, file } = await createWithFile(body);
    await site.parts.files.remove(file);
    expect((await download(itemId)).status).toBe(500);
  });
});

/** What a client gets over a connection: whether it may take the body for whole, and how many bytes came. */
async function overHttp(door: TestApp, path: string): Promise<{ status: number; isWhole: boolean; bytes: Buffer }> {
  const whole = new Site(door.parts);
  const listening = await listen({
    hosts: ['127.0.0.1'],
    port: 0,
    trustProxy: 0,
    fetch: (request, client) => whole.fetch(request, client),
  });
  onTestFinished(() => listening.close(1));
  const { cookie } = await door.signIn('player');
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port: listening.port, path, headers: { cookie } });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      const chunks: Buffer[] = [];
      const answered = (isWhole: boolean) =>
        resolve({ status: incoming.statusCode ?? 0, isWhole, bytes: Buffer.concat(chunks) });
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', () => answered(false));
      incoming.on('end', () => answered(true));
    });
    outgoing.end();
  });
}

test('a full file store is answered with 507', async () => {
  const { files } = site.parts;
  const full = openTestApp(site, {}, { files: { ...files, write: () => Promise.reject(new FileStoreFull()) } });
  const { cookie, xsrf } = await full.signIn('player');
  const sendRequest = { method: 'POST', headers: { cookie, 'x-xsrf-token': xsrf }, body: 'x'.repeat(100 * KB) };
  const answer = await full.sendRequest(`${crate}/items`, sendRequest);
  expect(await refusalOf(answer)).toEqual([507, 'There is no room left for a body of that size.']);
});

describe('the file of a body', () => {
  const body = bytesOf(100 * KB, 77);

  test('has a key that no answer holds and no request can name', async () => {
    const { itemId, file } = await createWithFile(body);
    expect(file).toMatch(/^[0-9a-f]{32}$/);
    const answers = await Promise.all([
      site.ask('super', `${crate}/items/${itemId}`),
      site.ask('super', `${crate}/items`),
      download(itemId, {}, 'HEAD'),
    ]);
    for (const answer of answers) {
      expect(`${JSON.stringify([...answer.headers])} ${await answer.text()}`).not.toContain(file);
    }
    for (const path of [file, `files/${file}`, `${file}?download=true`]) {
      expect((await site.ask('super', `${crate}/items/${path}`)).status).toBe(404);
    }
    const names = { fileKey: file, file_key: file, body: file, key: file, map: { fileKey: file } };
    const other = await createItem(site, crate, 'creator', names, 'mine');
    expect(await (await site.ask('creator', `${crate}/items/${other.itemId}?download=true`)).text()).toBe('mine');
    const path = `${crate}/items/${other.itemId}`;
    await site.ask('creator', path, { method: 'PUT', body: 'still mine', headers: parametersHeader(names) });
    await site.ask('creator', `${path}/metadata`, { method: 'PATCH', body: names });
    expect(await (await site.ask('creator', `${path}?download=true`)).text()).toBe('still mine');
  });

  test('is never mixed up while many are written, replaced and read at one time', async () => {
    const items = await Promise.all(Array.from({ length: 12 }, () => createItem(site, crate, 'player', {}, body)));
    const wrong: string[] = [];
    await Promise.all(
      items.map(async ({ itemId }, at) => {
        for (let round = 0; round < 5; round += 1) {
          const mine = bytesOf((round % 2 === 0 ? 90 : 20) * KB + at, at * 16 + round);
          const written = await site.ask('player', `${crate}/items/${itemId}`, { method: 'PUT', body: mine });
          const { bytes } = await dataOf<Item>(written);
          const read = new Uint8Array(await (await download(itemId)).arrayBuffer());
          if (bytes !== mine.length || digestOf(read) !== digestOf(mine)) wrong.push(`${itemId} in round ${round}`);
        }
      }),
    );
    expect(wrong).toEqual([]);
  });
});
