/** One bit for each number from 0 to 65,535, in so many words. */
export const WORDS = 65_536 / 32;

export function isOn(words: Uint32Array, low: number): boolean {
  return ((words[low >>> 5] ?? 0) & (1 << (low & 31))) !== 0;
}

/** @returns whether the bit was off */
export function turnOn(words: Uint32Array, low: number): boolean {
  const at = low >>> 5;
  const before = words[at] ?? 0;
  words[at] = before | (1 << (low & 31));
  return words[at] !== before;
}

/** @returns whether the bit was on */
export function turnOff(words: Uint32Array, low: number): boolean {
  const at = low >>> 5;
  const before = words[at] ?? 0;
  words[at] = before & ~(1 << (low & 31));
  return words[at] !== before;
}

/** How many bits are on. */
export function onesIn(words: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < WORDS; at += 1) count += onesOf(words[at] ?? 0);
  return count;
}

/** How many bits are on in both. */
export function onesInBoth(one: Uint32Array, other: Uint32Array): number {
  let count = 0;
  for (let at = 0; at < WORDS; at += 1) count += onesOf((one[at] ?? 0) & (other[at] ?? 0));
  return count;
}

/** Keeps the bits that are on in `by`, or with `isIn` false those that are not. */
export function mask(words: Uint32Array, by: Uint32Array, isIn: boolean): void {
  const flip = isIn ? 0 : -1;
  for (let at = 0; at < WORDS; at += 1) words[at] = (words[at] ?? 0) & ((by[at] ?? 0) ^ flip);
}

/** How many bits of a word are on. */
function onesOf(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
