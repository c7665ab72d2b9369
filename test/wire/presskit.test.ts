import { createHash } from 'node:crypto';

import { describe, expect, test } from 'vitest';

import type { WireCastName } from './cast.ts';
import { ask } from './client.ts';
import { unpack } from './zip.ts';

interface WirePressKit {
  name: string;
  images: { kind: string; files: WirePressFile[] }[];
}

interface WirePressFile {
  file: string;
  type: string;
  width: number;
  height: number;
  sha256: string;
  bytes: number;
}

const BASE_URL = process.env.BASE_URL ?? 'http://localhost:8080';

async function fetchBytes(path: string): Promise<Buffer> {
  const response = await fetch(new URL(path, BASE_URL));
  expect(response.status, path).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/** Its width and height; it has to begin as a PNG does. */
function sizeOfPng(bytes: Buffer): number[] {
  expect(bytes.toString('latin1', 0, 16)).toBe('\u0089PNG\r\n\u001a\n\0\0\0\rIHDR');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('the archive of a press kit', () => {
  test.each([
    'crashlands-2',
    'crashlands',
    'levelhead',
    'quadropus-rampage',
    'flop-rocket',
    'towelfight-2',
    'roid-rage',
  ])('opens and holds the same as the page and the JSON: %s', async (slug) => {
    const json = await fetchBytes(`/games/${slug}/presskit.json`);
    const page = String(await fetchBytes(`/games/${slug}/presskit`));
    const files = unpack(await fetchBytes(`/games/${slug}/presskit.zip`));
    const kit = JSON.parse(String(json)) as WirePressKit;
    const named = kit.images.flatMap((image) => image.files);
    expect([...files.keys()].toSorted()).toEqual(
      [`${slug}/factsheet.txt`, `${slug}/presskit.json`, ...named.map(({ file }) => `${slug}/${file}`)].toSorted(),
    );
    expect(files.get(`${slug}/presskit.json`)).toEqual(json);
    expect(kit.images.length).toBeGreaterThan(2);
    const factsheet = String(files.get(`${slug}/factsheet.txt`));
    for (const { file, sha256, bytes } of named) {
      const packed = files.get(`${slug}/${file}`) ?? Buffer.alloc(0);
      expect([hashOf(packed), packed.length], file).toEqual([sha256, bytes]);
      expect(hashOf(await fetchBytes(`/games/${slug}/presskit/${file}`)), file).toBe(sha256);
      expect(page, file).toContain(sha256);
      expect(factsheet, file).toContain(file);
    }
  });

  test('has each picture in pixels and as a drawing, under names that say whose it is', async () => {
    const { images } = JSON.parse(String(await fetchBytes('/games/crashlands-2/presskit.json'))) as WirePressKit;
    expect(images.map(({ kind, files }) => [kind, ...files.map(({ file }) => file)])).toEqual([
      ['boxArt', 'crashlands-2-box-art.png', 'crashlands-2-box-art.svg'],
      ['banner', 'crashlands-2-banner.png', 'crashlands-2-banner.svg'],
      ['narrowBanner', 'crashlands-2-banner-narrow.png', 'crashlands-2-banner-narrow.svg'],
      ['logo', 'rumpus-logo.png', 'rumpus-logo.svg'],
      ['mark', 'rumpus-logo-mark.png', 'rumpus-logo-mark.svg'],
    ]);
    const sizes = [];
    for (const { file, type, width, height } of images.flatMap(({ files }) => files)) {
      const bytes = await fetchBytes(`/games/crashlands-2/presskit/${file}`);
      if (type === 'image/svg+xml') expect(bytes.toString('latin1', 0, 4), file).toBe('<svg');
      else sizes.push(sizeOfPng(bytes));
      if (type === 'image/png') expect(sizeOfPng(bytes), file).toEqual([width, height]);
    }
    expect(sizes).toEqual([
      [960, 1280],
      [2880, 1280],
      [1440, 1800],
      [2400, 720],
      [720, 720],
    ]);
  });

  test('is the same bytes every time', async () => {
    const [one, other] = [
      await fetchBytes('/games/levelhead/presskit.zip'),
      await fetchBytes('/games/levelhead/presskit.zip'),
    ];
    expect(hashOf(one)).toBe(hashOf(other));
  });
});

test('a game that the visitor may not see is in no list, and has no kit in any form', async () => {
  const statusOf = async (who: WireCastName | undefined, path: string) => (await ask(who, `GET ${path}`)).status;
  for (const path of ['/', '/games', '/press', '/sitemap/1.xml']) {
    expect(String(await fetchBytes(path)), path).not.toMatch(/how-many-dudes|rumpus-pack/);
  }
  for (const part of [
    '',
    '.json',
    '.zip',
    '/how-many-dudes-box-art.png',
    '/how-many-dudes-box-art.svg',
    '/rumpus-logo.png',
  ]) {
    const path = `/games/how-many-dudes/presskit${part}`;
    expect(
      [await statusOf(undefined, path), await statusOf('player', path), await statusOf('staff', path)],
      path,
    ).toEqual([404, 404, 200]);
  }
});

test('the kit of the studio names the public games and offers the logo, pixel for pixel that of the games’ kits', async () => {
  const page = String(await fetchBytes('/press'));
  expect((await ask('staff', 'GET /press')).text).toContain('/games/how-many-dudes/presskit');
  for (const file of ['rumpus-logo.png', 'rumpus-logo.svg', 'rumpus-logo-mark.png', 'rumpus-logo-mark.svg']) {
    const bytes = await fetchBytes(`/press/${file}`);
    expect(page).toContain(hashOf(bytes));
    expect(hashOf(await fetchBytes(`/games/levelhead/presskit/${file}`)), file).toBe(hashOf(bytes));
  }
  expect((await ask(undefined, 'GET /press/levelhead-box-art.png')).status).toBe(404);
  expect(String(await fetchBytes('/sitemap/1.xml'))).toContain('/press</loc>');
});
