import { once } from 'node:events';
import { stat, utimes } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';

import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';

import { Site } from '#app/app.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { listen } from '#lib/http/listen.server.ts';
import { useTestSite } from '#test/site.ts';
import { filesOf, storageState } from '#test/storage-state.ts';
import { createCrate, createItem, refusalOf } from '#test/storage.ts';
import { openTestApp } from '#test/test-app.ts';

import { sweepFiles } from '../sweep.server.ts';

const site = useTestSite();
const KB = 1024;
const CHUNK = 64 * KB;
/** Of what is read. */
const PIECE = 128 * KB;
let crate: string;
beforeAll(async () => void (crate = await createCrate(site, 'bodies')));
function bytesOf(length: number, seed = 1): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, at) => (at * 31 + (at >> 8) * 7 + seed) & 0xff);
}
const put = (itemId: string, body: unknown) => site.ask('player', `${crate}/items/${itemId}`, { method: 'PUT', body });
const download = (itemId: string, headers: Partial<Record<string, string>> = {}, method = 'GET') =>
  site.ask('player', `${crate}/items/${itemId}?download=true`, { method, headers: headers as Record<string, string> });
const bytesIn = async (response: Response) => new Uint8Array(await response.arrayBuffer());
const pathOf = (file: string) => join(site.parts.config.DATA_DIR, 'files', file.slice(0, 2), file.slice(2, 4), file);

describe('a body that is cut off half-way', () => {
  const CUTS = [1000, 60 * KB, 70 * KB, 300 * KB].flatMap((length) =>
    [undefined, length + 1, 1024 * KB].map((declared) => [length, declared] as const),
  );
  test.each(CUTS)('after %i bytes, of which %s were declared, leaves no row and no file', async (length, declared) => {
    const { itemId } = await createItem(site, crate, 'player');
    const before = await storageState(site);
    for (const breaks of [true, false]) {
      // A stream that ends early without a sign is complete, unless its length was declared.
      if (!breaks && declared === undefined) continue;
      for (const [method, path] of [
        ['POST', `${crate}/items`],
        ['PUT', `${crate}/items/${itemId}`],
      ] as const) {
        const headers: Record<string, string> = declared === undefined ? {} : { 'content-length': String(declared) };
        const response = await site.ask('player', path, { method, body: cutStream(length, breaks), headers });
        expect(await refusalOf(response)).toEqual([400, 'The body ended before it was complete.']);
      }
    }
    expect(await storageState(site)).toEqual(before);
  });

  test.each([
    ['content-length: 200000', 100_000],
    ['transfer-encoding: chunked', 100_000],
    ['content-length: 9000', 5000],
  ])('by a client that hangs up (%s) leaves neither', async (header, length) => {
    const door = openTestApp(site);
    const { cookie, xsrf } = await door.signIn('player');
    const whole = new Site(site.parts);
    const answers: Promise<Response>[] = [];
    const listening = await listen({
      hosts: ['127.0.0.1'],
      port: 0,
      trustProxy: 0,
      fetch: (request, client) => {
        answers.push(whole.fetch(request, client));
        return answers.at(-1)!;
      },
    });
    onTestFinished(() => listening.close(1));
    const before = await storageState(site);
    const socket = connect(listening.port, '127.0.0.1');
    const lines = [
      `POST ${crate}/items HTTP/1.1`,
      'host: localhost:8080',
      `cookie: ${cookie}`,
      `x-xsrf-token: ${xsrf}`,
    ];
    const body = bytesOf(length);
    socket.write([...lines, header, '', ''].join('\r\n'));
    if (header.endsWith('chunked')) socket.write(`${(length + 1).toString(16)}\r\n`);
    socket.write(body, () => socket.destroy());
    await once(socket, 'close');
    await expect.poll(() => answers.length).toBe(1);
    expect((await answers[0])?.status).toBe(400);
    expect(await storageState(site)).toEqual(before);
  });
});

function cutStream(length: number, breaks: boolean): ReadableStream<Uint8Array> {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent < length) controller.enqueue(bytesOf(Math.min(10_000, length - sent), (sent += 10_000)));
      else if (breaks) controller.error(new Error('the line is dead'));
      else controller.close();
    },
  });
}

describe.each([
  ['in the row', 50 * KB],
  ['in a file', 200 * KB],
])('a body %s', (_, length) => {
  const body = bytesOf(length);

  test('is answered whole and in ranges, by the same rules', async () => {
    const { itemId, etag } = await createItem(site, crate, 'player', {}, body);
    const ranges: [header: string, start: number, end: number][] = [
      ['bytes=0-0', 0, 0],
      ['bytes=10-20', 10, 20],
      [`bytes=${length - 1}-`, length - 1, length - 1],
      ['bytes=-100', length - 100, length - 1],
      [`bytes=40000-${length * 2}`, 40_000, length - 1],
    ];
    for (const [range, start, end] of ranges) {
      for (const headers of [{ range }, { range, 'if-range': etag }]) {
        const response = await download(itemId, headers);
        expect([range, response.status]).toEqual([range, 206]);
        expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/${length}`);
        expect(response.headers.get('content-length')).toBe(String(end - start + 1));
        expect(await bytesIn(response)).toEqual(body.subarray(start, end + 1));
      }
    }
    for (const headers of [
      {},
      { range: 'bytes=5-1' },
      { range: 'lines=1-2' },
      { range: 'bytes=0-9', 'if-range': '"9"' },
    ]) {
      const response = await download(itemId, headers);
      expect([response.status, response.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
      expect(await bytesIn(response)).toEqual(body);
    }
    const outside = await download(itemId, { range: `bytes=${length}-` });
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${length}`]);
    expect((await download(itemId, { 'if-none-match': etag, range: 'bytes=0-1' })).status).toBe(304);
    const head = await download(itemId, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(length), '']);
  });

  test('is read to its end as one version while it is replaced and deleted', async () => {
    const { itemId } = await createItem(site, crate, 'player', {}, body);
    const reading = await download(itemId);
    const reader = reading.body!.getReader();
    const first = await reader.read();
    expect((await put(itemId, bytesOf(length, 99))).status).toBe(200);
    await ageFiles();
    await forgetVersions();
    await sweepFiles(systemCurrent(site.parts));
    expect(await bytesIn(await download(itemId))).toEqual(bytesOf(length, 99));
    await site.ask('player', `${crate}/items/${itemId}`, { method: 'DELETE' });
    const parts = [first.value ?? new Uint8Array()];
    for (let part = await reader.read(); !part.done; part = await reader.read()) parts.push(part.value);
    expect(Buffer.concat(parts).equals(body)).toBe(true);
  });
});

describe('large bodies', () => {
  const LENGTH = 16 * 1024 * KB;

  test('are streamed to the file store, and are never whole in memory', async () => {
    let sent = 0;
    let ahead = 0;
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const part = (await filesOf(site)).find((file) => file.endsWith('.part'));
          const stored = part === undefined ? 0 : (await stat(pathOf(part))).size;
          ahead = Math.max(ahead, sent - stored);
          if (sent === LENGTH) return controller.close();
          controller.enqueue(new Uint8Array(50 * KB).subarray(0, LENGTH - sent));
          sent += Math.min(50 * KB, LENGTH - sent);
        },
      },
      { highWaterMark: 0 },
    );
    const item = await createItem(site, crate, 'player', {}, body);
    expect(item.bytes).toBe(LENGTH);
    expect(ahead).toBeLessThanOrEqual(3 * CHUNK);
  });

  test('are read from the file store no faster than the client takes them, in pieces of 128 KB', async () => {
    const { itemId } = await createItem(site, crate, 'player', {}, new Uint8Array(LENGTH));
    let read = 0;
    const { files } = site.parts;
    const counted = openTestApp(
      site,
      {},
      {
        files: {
          ...files,
          read: async (key, range) =>
            (await files.read(key, range)).pipeThrough(
              new TransformStream<Uint8Array, Uint8Array>(
                { transform: (chunk, controller) => ((read += chunk.length), controller.enqueue(chunk)) },
                { highWaterMark: 1 },
                { highWaterMark: 0 },
              ),
            ),
        },
      },
    );
    const { cookie } = await counted.signIn('player');
    const response = await counted.sendRequest(`${crate}/items/${itemId}?download=true`, { headers: { cookie } });
    let taken = 0;
    for await (const chunk of response.body!) {
      expect(chunk.length).toBeLessThanOrEqual(PIECE);
      taken += chunk.length;
      expect(read - taken).toBeLessThanOrEqual(2 * PIECE);
    }
    expect([taken, read]).toEqual([LENGTH, LENGTH]);
  });

  test('are swept when no version names them, never while they are in use or being uploaded', async () => {
    await forgetVersions();
    await ageFiles();
    await sweepFiles(systemCurrent(site.parts));
    const settled = await filesOf(site);
    const make = (length: number, seed: number) => createItem(site, crate, 'player', {}, bytesOf(length, seed));
    const [replaced, gone, kept] = [await make(100 * KB, 1), await make(100 * KB, 1), await make(100 * KB, 5)];
    await put(replaced.itemId, 'small');
    await site.ask('player', `${crate}/items/${gone.itemId}`, { method: 'DELETE' });
    await sweepFiles(systemCurrent(site.parts));
    await ageFiles();
    await sweepFiles(systemCurrent(site.parts));
    expect(await filesOf(site)).toHaveLength(settled.length + 3);
    await forgetVersions();
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const coming = createItem(site, crate, 'player', {}, readable);
    await writer.write(bytesOf(100 * KB));
    await expect.poll(async () => (await filesOf(site)).filter((file) => file.endsWith('.part'))).toHaveLength(1);
    await sweepFiles(systemCurrent(site.parts));
    expect(await filesOf(site)).toHaveLength(settled.length + 2);
    await writer.close();
    expect(await bytesIn(await download((await coming).itemId))).toEqual(bytesOf(100 * KB));
    expect(await bytesIn(await download(kept.itemId))).toEqual(bytesOf(100 * KB, 5));
  });
});

/** What is left when all history is too old to be kept. */
async function forgetVersions(): Promise<void> {
  await site.parts.db.query(sql`with trash as (delete from trashed_items) delete from item_versions`);
}

/** Makes every file look as if it had been written long ago. */
async function ageFiles(): Promise<void> {
  await Promise.all((await filesOf(site)).map((file) => utimes(pathOf(file), 1, 1)));
}
