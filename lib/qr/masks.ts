import type { Grid, Modules } from './qr-code.ts';

/** By which data is turned over, so that no pattern in it is taken for one of those that readers look for. */
const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** The code with the mask that makes it easiest to read. */
export function bestMask(grid: Grid): Modules {
  const all = MASKS.map((_, mask) => withMask(grid, mask));
  const penalties = all.map(penaltyOf);
  return all[penalties.indexOf(Math.min(...penalties))] ?? [];
}

function withMask({ size, rows, isData }: Grid, mask: number): boolean[][] {
  const isTurned = MASKS[mask] ?? (() => false);
  const all = rows.map((row, y) =>
    row.map((isDark, x) => (isData[y]?.[x] === true ? isDark !== isTurned(x, y) : isDark)),
  );
  const format = formatOf(mask);
  for (let bit = 0; bit < 15; bit += 1) {
    const isDark = ((format >> bit) & 1) === 1;
    for (const [x, y] of [nearPlace(bit), farPlace(bit, size)]) {
      const row = all[y];
      if (row !== undefined) row[x] = isDark;
    }
  }
  return all;
}

/** Level M and the mask, with ten bits that mend them. */
function formatOf(mask: number): number {
  let rest = mask;
  for (let step = 0; step < 10; step += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  return ((mask << 10) | rest) ^ 0x5412;
}

function nearPlace(bit: number): readonly [number, number] {
  if (bit < 6) return [8, bit];
  if (bit < 8) return [8, bit + 1];
  return [bit === 8 ? 7 : 14 - bit, 8];
}

function farPlace(bit: number, size: number): readonly [number, number] {
  return bit < 8 ? [size - 1 - bit, 8] : [8, size - 15 + bit];
}

function penaltyOf(rows: Modules): number {
  const columns = rows.map((_, x) => rows.map((row) => row[x] === true));
  const lines = [...rows, ...columns].map((line) => line.map((isDark) => (isDark ? '1' : '0')).join(''));
  const runs = lines.flatMap((line) => line.match(/0{5,}|1{5,}/g) ?? []);
  const finders = lines.flatMap((line) => Array.from(line.matchAll(/(?=10111010000|00001011101)/g)));
  const blocks = rows.flatMap((row, y) => row.filter((isDark, x) => isBlock(rows, isDark, x, y)));
  const dark = rows.flat().filter(Boolean).length / rows.length ** 2;
  const ofRuns = runs.reduce((sum, { length }) => sum + length - 2, 0);
  return ofRuns + 3 * blocks.length + 40 * finders.length + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
}

/** Whether it is the upper left one of four that are alike. */
function isBlock(rows: Modules, isDark: boolean, x: number, y: number): boolean {
  return [rows[y]?.[x + 1], rows[y + 1]?.[x], rows[y + 1]?.[x + 1]].every((other) => other === isDark);
}
