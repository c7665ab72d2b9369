import { describe, expect, test } from 'vitest';

import { drawingNames } from './art.server.ts';
import { WIDTHS, isAllowedSize } from './image-size.ts';
import { gifUrl, imageCandidates, imageUrl } from './image-url.ts';

const sizeIn = (url: string) => /^\/media\/fit-in\/(\d+)x(\d+)\//.exec(url)?.slice(1).map(Number) ?? [];

describe('the address of a picture', () => {
  test('has the version of all drawings for a snippet', () => {
    expect(imageUrl('box-levelhead', { width: 160, height: 213 })).toMatch(
      /^\/media\/fit-in\/160x213\/snippets\/box-levelhead\.jpg\?v=[0-9a-f]{10}$/,
    );
  });

  test('has an absolute address encoded', () => {
    expect(imageUrl('https://images.example/a b.png?x=1', { width: 512, height: 512 })).toBe(
      '/media/fit-in/512x512/https%3A%2F%2Fimages.example%2Fa%20b.png%3Fx%3D1',
    );
  });

  test('has an allowed size for any box', () => {
    for (let width = 1; width < 2200; width += 7) {
      for (const height of [1, width / 2, width, (width * 4) / 3, width * 3]) {
        const [madeWidth = 0, madeHeight = 0] = sizeIn(imageUrl('logo', { width, height }));
        expect([width, height, isAllowedSize(madeWidth, madeHeight)]).toEqual([width, height, true]);
        expect(madeWidth).toBeGreaterThanOrEqual(Math.min(width, 1920));
      }
    }
  });

  test('of a GIF is on the media host, or on this site', () => {
    expect(gifUrl('wave')).toBe('/media/gifs/wave.gif');
  });
});

describe('the candidates of a picture', () => {
  const widths = (box: { width: number; height: number }, maxWidth = 1920) =>
    imageCandidates('logo', box, maxWidth).map(({ scale, width }) => [scale, width]);

  test('scale from 1 to 4 in half steps', () => {
    expect(widths({ width: 160, height: 213 })).toEqual([
      [1, 160],
      [1.5, 240],
      [2, 320],
      [2.5, 400],
      [3, 480],
      [3.5, 560],
      [4, 640],
    ]);
  });

  test('end at 512 pixels for a thumbnail, at 1920 for any picture', () => {
    expect(widths({ width: 256, height: 145 }, 512)).toEqual([
      [1, 256],
      [1.5, 384],
      [2, 512],
    ]);
    expect(widths({ width: 1300, height: 600 })).toEqual([
      [1, 1300],
      [1.5, 1920],
    ]);
  });
});

test('the allowed sizes are those of the specification, less than a hundred', () => {
  for (const [width, height] of [
    ...[160, 256, 512, 640, 1920, 100, 1900].map((one) => [one, one] as const),
    [160, 213] as const,
    [1920, 2560] as const,
  ]) {
    expect([width, height, isAllowedSize(width, height)]).toEqual([width, height, true]);
  }
  for (const [width, height] of [
    [161, 161],
    [160, 214],
    [1921, 1921],
    [2000, 2000],
    [0, 0],
    [99_999, 99_999],
  ] as const) {
    expect([width, height, isAllowedSize(width, height)]).toEqual([width, height, false]);
  }
  expect(WIDTHS.length).toBeLessThan(100);
  expect(WIDTHS.at(-1)).toBe(1920);
});

test('the names of the drawings need no encoding in addresses', () => {
  expect(drawingNames).toContain('share-default');
  for (const name of drawingNames) expect(name).toMatch(/^[a-z0-9-]+$/);
});
