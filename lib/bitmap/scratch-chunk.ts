import { MAX_LIST_SIZE, forEachValue } from './chunk.ts';
import type { ReadonlyChunk } from './chunk.ts';
import { WORD_COUNT, isBitSet, maskBits, countBits, countCommonBits, clearBit, setBit } from './words.ts';

/** A chunk for intermediate results, whose memory is used again for the next one. */
export class ScratchChunk implements ReadonlyChunk {
  readonly list = new Uint16Array(MAX_LIST_SIZE);
  readonly #words = new Uint32Array(WORD_COUNT);
  #isListed = true;
  #length = 0;

  get words(): Uint32Array | undefined {
    return this.#isListed ? undefined : this.#words;
  }

  get length(): number {
    return this.#length;
  }

  get size(): number {
    return this.#isListed ? this.#length : countBits(this.#words);
  }

  copy({ words, list, length }: ReadonlyChunk): void {
    this.#isListed = words === undefined;
    this.#length = length;
    if (words === undefined) this.list.set(list.subarray(0, length));
    else this.#words.set(words);
  }

  /** Keeps the numbers that are in `other`, or with `isIn` false those that are not. */
  filter(other: ReadonlyChunk, isIn: boolean): void {
    if (this.#isListed) this.#filterList(this, other, isIn);
    else if (other.words !== undefined) maskBits(this.#words, other.words, isIn);
    else if (isIn) this.#filterList(other, this, true);
    else forEachValue(other, (low) => clearBit(this.#words, low));
  }

  join(other: ReadonlyChunk): void {
    if (this.#isListed) this.#toWords();
    const { words } = other;
    if (words === undefined) forEachValue(other, (low) => setBit(this.#words, low));
    else for (let at = 0; at < WORD_COUNT; at += 1) this.#words[at] = (this.#words[at] ?? 0) | (words[at] ?? 0);
  }

  #filterList({ list, length }: ReadonlyChunk, other: ReadonlyChunk, isIn: boolean): void {
    const { words, list: others, length: most } = other;
    let remaining = 0;
    for (let at = 0, next = 0; at < length; at += 1) {
      const low = list[at] ?? 0;
      if (words === undefined) while (next < most && (others[next] ?? 0) < low) next += 1;
      const isThere = words === undefined ? next < most && others[next] === low : isBitSet(words, low);
      if (isThere === isIn) this.list[remaining++] = low;
    }
    this.#isListed = true;
    this.#length = remaining;
  }

  #toWords(): void {
    this.#words.fill(0);
    for (let at = 0; at < this.#length; at += 1) setBit(this.#words, this.list[at] ?? 0);
    this.#isListed = false;
    this.#length = 0;
  }
}

export function countCommon(one: ReadonlyChunk, other: ReadonlyChunk): number {
  if (one.words === undefined) return countListCommon(one, other);
  return other.words === undefined ? countListCommon(other, one) : countCommonBits(one.words, other.words);
}

function countListCommon(
  { list, length }: ReadonlyChunk,
  { words, list: others, length: most }: ReadonlyChunk,
): number {
  let count = 0;
  for (let at = 0, next = 0; at < length; at += 1) {
    const low = list[at] ?? 0;
    if (words === undefined) while (next < most && (others[next] ?? 0) < low) next += 1;
    const isThere = words === undefined ? next < most && others[next] === low : isBitSet(words, low);
    if (isThere) count += 1;
  }
  return count;
}
