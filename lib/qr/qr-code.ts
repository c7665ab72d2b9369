import { bestMask } from './masks.ts';
import { correctionOf } from './reed-solomon.ts';

/** Rows of modules, dark ones true. */
export type Modules = readonly (readonly boolean[])[];

/** Of versions 1 to 6: how many bytes they hold in blocks, and how many of each block correct errors (level M, 15 %). */
const VERSIONS = [
  { bytes: 26, blocks: 1, correction: 10 },
  { bytes: 44, blocks: 1, correction: 16 },
  { bytes: 70, blocks: 1, correction: 26 },
  { bytes: 100, blocks: 2, correction: 18 },
  { bytes: 134, blocks: 2, correction: 24 },
  { bytes: 172, blocks: 4, correction: 16 },
] as const;
type QrVersion = (typeof VERSIONS)[number];

/** A code of a text, such as an address (ISO/IEC 18004): undefined for one of more than 106 bytes. */
export function qrCodeOf(text: string): Modules | undefined {
  const bytes = [...new TextEncoder().encode(text)];
  const at = VERSIONS.findIndex((version) => bytes.length + 2 <= dataBytesOf(version));
  const version = VERSIONS[at];
  if (version === undefined) return undefined;
  const grid = emptyGrid(21 + 4 * at);
  addData(grid, codewordsOf(bytes, version));
  return bestMask(grid);
}

/** Light modules around it that readers need. */
const QUIET = 4;

/** As a drawing of any size, dark on white however the page is coloured; undefined as of `qrCodeOf`. */
export function qrCodeSvg(text: string): string | undefined {
  const modules = qrCodeOf(text);
  if (modules === undefined) return undefined;
  const size = modules.length + 2 * QUIET;
  const runs = modules.map((row, y) => {
    const line = row.map((isDark) => (isDark ? '1' : '0')).join('');
    return [...line.matchAll(/1+/g)]
      .map(({ index, 0: { length } }) => `M${index + QUIET} ${y + QUIET}h${length}v1h-${length}z`)
      .join('');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${runs.join('')}"/></svg>`;
}

function dataBytesOf({ bytes, blocks, correction }: QrVersion): number {
  return bytes - blocks * correction;
}

/** The mode (bytes) and the length stand before the text; what is left is filled up, and blocks are mixed byte by byte. */
function codewordsOf(bytes: readonly number[], version: QrVersion): number[] {
  const nibbles = [4, bytes.length >> 4, bytes.length & 15, ...bytes.flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const data = Array.from(
    { length: bytes.length + 2 },
    (_, at) => ((nibbles[2 * at] ?? 0) << 4) | (nibbles[2 * at + 1] ?? 0),
  );
  for (let pad = 0xec; data.length < dataBytesOf(version); pad ^= 0xfd) data.push(pad);
  const length = data.length / version.blocks;
  const blocks = Array.from({ length: version.blocks }, (_, at) => data.slice(at * length, (at + 1) * length));
  const corrections = blocks.map((block) => correctionOf(block, version.correction));
  return [...mixed(blocks), ...mixed(corrections)];
}

/** All are of one length. */
function mixed(blocks: readonly (readonly number[])[]): number[] {
  return (blocks[0] ?? []).flatMap((_, at) => blocks.map((block) => block[at] ?? 0));
}

/** Modules that a reader finds its way by are set; those of the data are not yet. */
export interface Grid {
  readonly size: number;
  readonly rows: boolean[][];
  readonly isData: boolean[][];
}

const FINDER = 7;
const TIMING = 6;

function emptyGrid(size: number): Grid {
  const rows = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  const isData = Array.from({ length: size }, () => Array<boolean>(size).fill(true));
  const set = (x: number, y: number, isDark: boolean) => {
    const [row, place] = [rows[y], isData[y]];
    if (row === undefined || place === undefined || x < 0 || x >= size) return;
    [row[x], place[x]] = [isDark, false];
  };
  for (let at = 0; at < size; at += 1) {
    set(at, TIMING, at % 2 === 0);
    set(TIMING, at, at % 2 === 0);
  }
  const far = size - FINDER;
  for (const [left, top] of [
    [0, 0],
    [far, 0],
    [0, far],
  ] as const)
    square(set, left + 3, top + 3, [0, 1, 3], 4);
  // Version 1 has none; the others up to 6 have one.
  if (size > 21) square(set, size - 7, size - 7, [0, 2], 2);
  // Nine of them around the finders tell the format, and one is always dark.
  for (let at = 0; at <= 8; at += 1) {
    if (at !== TIMING)
      for (const [x, y] of [
        [8, at],
        [at, 8],
      ] as const)
        set(x, y, false);
    if (at < 8)
      for (const [x, y] of [
        [8, size - 1 - at],
        [size - 1 - at, 8],
      ] as const)
        set(x, y, false);
  }
  set(8, size - 8, true);
  return { size, rows, isData };
}

/** @param rings the distances from the middle that are dark */
function square(
  set: (x: number, y: number, isDark: boolean) => void,
  x: number,
  y: number,
  rings: readonly number[],
  reach: number,
): void {
  for (let down = -reach; down <= reach; down += 1) {
    for (let right = -reach; right <= reach; right += 1) {
      set(x + right, y + down, rings.includes(Math.max(Math.abs(right), Math.abs(down))));
    }
  }
}

/** In pairs of columns from the right, up and down in turns; the column of the timing is left out. */
function addData({ size, rows, isData }: Grid, codewords: readonly number[]): void {
  let bit = 0;
  for (let right = size - 1; right > 0; right -= right === TIMING + 2 ? 3 : 2) {
    const isUp = ((right + 1) & 2) === 0;
    for (let step = 0; step < size; step += 1) {
      const y = isUp ? size - 1 - step : step;
      for (const x of [right, right - 1]) {
        const row = rows[y];
        if (row === undefined || isData[y]?.[x] !== true) continue;
        row[x] = (((codewords[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
        bit += 1;
      }
    }
  }
}
