export const WORD_COUNT = 65_536 / 32;

export function isBitSet(words: Uint32Array, low: number): boolean {
  return ((words[low >>> 5] ?? 0) & (1 << (low & 31))) !== 0;
}

export function setBit(words: Uint32Array, low: number): boolean {
  const at = low >>> 5;
  const before = words[at] ?? 0;
  words[at] = before | (1 << (low & 31));
  return words[at] !== before;
}

export function clearBit(words: Uint32Array, low: number): boolean {
  const at = low >>> 5;
  const before = words[at] ?? 0;
  words[at] = before & ~(1 << (low & 31));
  return words[at] !== before;
}

export function countBits(words: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < WORD_COUNT; at += 1) count += popCount(words[at] ?? 0);
  return count;
}

export function countCommonBits(one: Uint32Array, other: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < WORD_COUNT; at += 1) count += popCount((one[at] ?? 0) & (other[at] ?? 0));
  return count;
}

/** Keeps the bits that are on in `by`, or with `isIn` false those that are not. */
export function maskBits(words: Uint32Array, by: Uint32Array, isIn: boolean): void {
  const flip = isIn ? 0 : -1;
  for (let at = 0; at < WORD_COUNT; at += 1) words[at] = (words[at] ?? 0) & ((by[at] ?? 0) ^ flip);
}

function popCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
