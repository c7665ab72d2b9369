import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';

import { beforeAll, expect, test } from 'vitest';

import { systemCurrent } from '#app/door/parts.server.ts';
import { useS3Server } from '#test/s3.ts';
import { useTestSite } from '#test/site.ts';
import { createCrate, createItem } from '#test/storage.ts';

import { sweepFiles } from '../sweep.server.ts';

const s3 = useS3Server();
const variables: Record<string, string> = {};
beforeAll(() => {
  const { endpoint = '', bucket, accessKeyId, secretAccessKey } = s3.options;
  Object.assign(variables, { S3_ENDPOINT: endpoint, S3_BUCKET: bucket });
  Object.assign(variables, { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey });
});
const site = useTestSite(variables);
const KB = 1024;
let crate: string;
beforeAll(async () => void (crate = await createCrate(site, 'on-s3')));

const bytesOf = (length: number, seed = 1) =>
  Uint8Array.from({ length }, (_, at) => (at * 31 + (at >> 8) + seed) & 0xff);
const download = (itemId: string, headers: Record<string, string> = {}) =>
  site.ask('player', `${crate}/items/${itemId}?download=true`, { headers });
const bytesIn = async (response: Response) => new Uint8Array(await response.arrayBuffer());

async function keys(): Promise<string[]> {
  const found: string[] = [];
  for await (const key of site.parts.files.listOlderThan(new Date(Date.now() + 60_000))) found.push(key);
  return found;
}

test.each([0, 1, 64 * KB, 64 * KB + 1, 300 * KB, 6 * 1024 * KB])(
  'a body of %i bytes in a bucket is stored, described, read whole and in parts, and replaced',
  async (length) => {
    const body = bytesOf(length);
    const stored = (await keys()).length;
    const { itemId } = await createItem(site, crate, 'player', {}, body);
    expect(await keys()).toHaveLength(stored + (length > 64 * KB ? 1 : 0));
    const whole = await download(itemId);
    const digest = createHash('sha256').update(body).digest('base64');
    expect([whole.status, whole.headers.get('repr-digest')]).toEqual([200, `sha-256=:${digest}:`]);
    expect(Buffer.compare(await bytesIn(whole), body)).toBe(0);
    if (length > 0) {
      const part = await download(itemId, { range: `bytes=-${Math.min(length, 1000)}` });
      expect(part.status).toBe(206);
      expect(Buffer.compare(await bytesIn(part), body.subarray(-1000))).toBe(0);
    }
    const changed = bytesOf(length + 1, 5);
    const put = await site.ask('player', `${crate}/items/${itemId}`, { method: 'PUT', body: changed });
    expect(put.status).toBe(200);
    expect(Buffer.compare(await bytesIn(await download(itemId)), changed)).toBe(0);
  },
);

test('nothing is written to the disk, and files that no item and no version names are swept from the bucket', async () => {
  expect(await readdir(site.parts.config.DATA_DIR)).not.toContain('files');
  const kept = await createItem(site, crate, 'player', {}, bytesOf(100 * KB, 9));
  const before = await keys();
  const refused = await site.ask('player', `${crate}/items`, {
    method: 'POST',
    body: bytesOf(100 * KB),
    headers: { 'content-digest': `sha-256=:${Buffer.alloc(32).toString('base64')}:` },
  });
  expect(refused.status).toBe(400);
  expect(await keys()).toEqual(before);
  const { key } = await site.parts.files.write(new Blob([bytesOf(100 * KB)]).stream(), { maxBytes: 200 * KB });
  await sweepFiles(systemCurrent(site.parts));
  expect(await keys()).toContain(key);
  const later = { ...systemCurrent(site.parts), now: () => new Date(Date.now() + 2 * 3_600_000) };
  await sweepFiles(later);
  expect(await keys()).toEqual(before);
  expect(Buffer.compare(await bytesIn(await download(kept.itemId)), bytesOf(100 * KB, 9))).toBe(0);
});
