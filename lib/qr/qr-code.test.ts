import { expect, test } from 'vitest';

import { qrCodeSvg } from './qr-code.ts';

/** Rows of modules, dark ones true. */
type Modules = readonly (readonly boolean[])[];

/** As ISO/IEC 18004 has them for level M: blocks, and bytes of each that correct errors. */
const BLOCKS = { 21: [1, 10], 25: [1, 16], 29: [1, 26], 33: [2, 18], 37: [2, 24], 41: [4, 16] } as const;
const MASKS: ((x: number, y: number) => number)[] = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (((x / 3) | 0) + ((y / 2) | 0)) & 1,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];

test.each([
  ['https://studio.example/games/levelhead/+0hds26q', 33],
  ['', 21],
  ['x'.repeat(14), 21],
  ['x'.repeat(15), 25],
  ['レベル 🐍', 21],
  ['x'.repeat(42), 29],
  ['x'.repeat(62), 33],
  ['x'.repeat(84), 37],
  ['x'.repeat(106), 41],
])('a code of %j has an edge of %i modules, and is read without an error', (text, edge) => {
  const code = modulesOf(qrCodeSvg(text));
  expect(code.length).toBe(edge);
  const blocks = blocksOf(code);
  const [, correction] = BLOCKS[edge as keyof typeof BLOCKS];
  const errors = blocks.map((block) =>
    Array.from({ length: correction }, (_, root) =>
      block.reduce((sum, byte, at) => sum ^ multiply(byte, powerOfTwo(root * (block.length - 1 - at))), 0),
    ),
  );
  expect(errors.flat().every((error) => error === 0)).toBe(true);
  const nibbles = blocks.flatMap((block) => block.slice(0, -correction)).flatMap((byte) => [byte >> 4, byte & 15]);
  const byteAt = (at: number) => ((nibbles[at] ?? 0) << 4) | (nibbles[at + 1] ?? 0);
  expect(nibbles[0]).toBe(4);
  const bytes = Array.from({ length: byteAt(1) }, (_, at) => byteAt(3 + 2 * at));
  expect(new TextDecoder().decode(new Uint8Array(bytes))).toBe(text);
});

/** The drawing has each dark module, with room for four light ones around all. */
function modulesOf(svg: string): Modules {
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]) - 8;
  const dark = [...svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)].flatMap(([, x, y, length]) =>
    Array.from({ length: Number(length) }, (_, at) => `${Number(x) + at - 4} ${Number(y) - 4}`),
  );
  const found = new Set(dark);
  const rows = Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => found.delete(`${x} ${y}`)),
  );
  expect(found.size).toBe(0);
  return rows;
}

/** In the field of 256 elements of the standard. */
function powerOfTwo(exponent: number): number {
  let power = 1;
  for (let at = 0; at < exponent % 255; at += 1) power = (power << 1) ^ (power > 127 ? 0x11d : 0);
  return power;
}

function multiply(one: number, other: number): number {
  let product = 0;
  for (let bit = 0; bit < 8; bit += 1) {
    if (((other >> bit) & 1) === 0) continue;
    let shifted = one;
    for (let at = 0; at < bit; at += 1) shifted = (shifted << 1) ^ (shifted > 127 ? 0x11d : 0);
    product ^= shifted;
  }
  return product;
}

/** As a reader does: the format beside the finder says the mask, and data goes up and down in pairs of columns. */
function blocksOf(code: Modules): number[][] {
  const size = code.length;
  const bits: number[] = [];
  const mask = maskOf(code);
  for (let pair = 0; pair < (size - 1) / 2; pair += 1) {
    const right = size - 1 - 2 * pair - (size - 1 - 2 * pair <= 6 ? 1 : 0);
    for (let step = 0; step < size; step += 1) {
      const y = pair % 2 === 0 ? size - 1 - step : step;
      for (const x of [right, right - 1])
        if (!isFixed(x, y, size)) bits.push(Number(code[y]?.[x]) ^ Number(mask(x, y) === 0));
    }
  }
  const bytes = Array.from({ length: bits.length >> 3 }, (_, at) =>
    parseInt(bits.slice(8 * at, 8 * at + 8).join(''), 2),
  );
  const [count, correction] = BLOCKS[size as keyof typeof BLOCKS];
  const data = bytes.length - count * correction;
  return Array.from({ length: count }, (_, block) => [
    ...bytes.slice(0, data).filter((_, at) => at % count === block),
    ...bytes.slice(data).filter((_, at) => at % count === block),
  ]);
}

function maskOf(code: Modules): (x: number, y: number) => number {
  const [first, second, third] = [0, 1, 2].map((x) => Number(code[8]?.[x]));
  // The two bits before the mask are those of level M, turned over by the standard.
  expect([first, second]).toEqual([1, 0]);
  const bits = [third, Number(code[8]?.[3]), Number(code[8]?.[4])];
  return MASKS[parseInt(bits.join(''), 2) ^ 0b101] ?? (() => 1);
}

function isFixed(x: number, y: number, size: number): boolean {
  const isFinder = (x < 9 && y < 9) || (x < 9 && y > size - 9) || (x > size - 9 && y < 9);
  const isAlignment = size > 21 && Math.max(Math.abs(x - size + 7), Math.abs(y - size + 7)) < 3;
  return isFinder || x === 6 || y === 6 || isAlignment;
}
