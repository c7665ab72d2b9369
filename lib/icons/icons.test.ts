import sharp from 'sharp';
import { expect, test } from 'vitest';

import { icoIcon, onBackground, pngIcon } from './icons.server.ts';

const DOT = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5" fill="#f00"/></svg>',
);

test('a drawing becomes a PNG of the size, with a transparent background', async () => {
  const { data, info } = await sharp(await pngIcon(DOT, 32))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([32, 32, 4]);
  expect([...data.subarray(0, 4)]).toEqual([0, 0, 0, 0]);
  expect([...data.subarray(4 * (32 * 16 + 16), 4 * (32 * 16 + 16) + 4)]).toEqual([255, 0, 0, 255]);
});

test('a drawing stands in the middle of its background', async () => {
  const { data } = await sharp(await pngIcon(onBackground(DOT, '#00ff00', 0.5), 32))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const pixel = (x: number, y: number) => [...data.subarray(4 * (32 * y + x), 4 * (32 * y + x) + 3)];
  expect([pixel(0, 0), pixel(6, 16), pixel(10, 16), pixel(16, 16)]).toEqual([
    [0, 255, 0],
    [0, 255, 0],
    [255, 0, 0],
    [255, 0, 0],
  ]);
});

test('an icon file holds each size as a PNG', async () => {
  const file = await icoIcon(DOT, [16, 48]);
  expect([file.readUInt16LE(0), file.readUInt16LE(2), file.readUInt16LE(4)]).toEqual([0, 1, 2]);
  for (const [at, size] of [16, 48].entries()) {
    const entry = 6 + 16 * at;
    const start = file.readUInt32LE(entry + 12);
    const image = file.subarray(start, start + file.readUInt32LE(entry + 8));
    expect(file.readUInt8(entry)).toBe(size);
    expect(await sharp(image).metadata()).toMatchObject({ format: 'png', width: size, height: size });
  }
});
