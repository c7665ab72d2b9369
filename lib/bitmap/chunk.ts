import { WORD_COUNT, isBitSet, clearBit, setBit } from './words.ts';

/** Numbers from 0 to 65,535, for reading: one bit each in `words`, or where there are none the first `length` of `list`. */
export interface ReadonlyChunk {
  readonly words: Uint32Array | undefined;
  readonly list: Uint16Array;
  readonly length: number;
  readonly size: number;
}

export const SPAN = 65_536;
export const MAX_LIST_SIZE = 4096;
/** Well below the maximum, so that a chunk at the border does not change back and forth. */
const LIST_AGAIN_SIZE = 2048;
const INITIAL_CAPACITY = 8;

export class Chunk implements ReadonlyChunk {
  #words: Uint32Array | undefined;
  #list = new Uint16Array(INITIAL_CAPACITY);
  #size = 0;

  get words(): Uint32Array | undefined {
    return this.#words;
  }

  get list(): Uint16Array {
    return this.#list;
  }

  get length(): number {
    return this.#words === undefined ? this.#size : 0;
  }

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#list.byteLength + (this.#words?.byteLength ?? 0);
  }

  has(low: number): boolean {
    if (this.#words !== undefined) return isBitSet(this.#words, low);
    const at = insertionIndex(this.#list, this.#size, low);
    return at < this.#size && this.#list[at] === low;
  }

  add(low: number): boolean {
    if (this.#words === undefined && this.#size === MAX_LIST_SIZE) this.#toWords();
    const added = this.#words === undefined ? this.#insert(low) : setBit(this.#words, low);
    if (added) this.#size += 1;
    return added;
  }

  remove(low: number): boolean {
    const removed = this.#words === undefined ? this.#delete(low) : clearBit(this.#words, low);
    if (removed) this.#size -= 1;
    if (this.#words !== undefined && this.#size < LIST_AGAIN_SIZE) this.#toList();
    return removed;
  }

  #insert(low: number): boolean {
    const size = this.#size;
    const at = insertionIndex(this.#list, size, low);
    if (at < size && this.#list[at] === low) return false;
    if (size === this.#list.length) {
      const wider = new Uint16Array(size * 2);
      wider.set(this.#list);
      this.#list = wider;
    }
    this.#list.copyWithin(at + 1, at, size);
    this.#list[at] = low;
    return true;
  }

  #delete(low: number): boolean {
    const at = insertionIndex(this.#list, this.#size, low);
    if (at === this.#size || this.#list[at] !== low) return false;
    this.#list.copyWithin(at, at + 1, this.#size);
    return true;
  }

  #toWords(): void {
    const words = new Uint32Array(WORD_COUNT);
    for (const low of this.#list.subarray(0, this.#size)) setBit(words, low);
    this.#words = words;
    this.#list = new Uint16Array(0);
  }

  #toList(): void {
    const list = new Uint16Array(LIST_AGAIN_SIZE);
    let length = 0;
    forEachValue(this, (low) => (list[length++] = low));
    this.#list = list;
    this.#words = undefined;
  }
}

export function forEachValue({ words, list, length }: ReadonlyChunk, visit: (low: number) => void): void {
  if (words === undefined) {
    for (let at = 0; at < length; at += 1) visit(list[at] ?? 0);
    return;
  }
  for (let at = 0; at < WORD_COUNT; at += 1) {
    for (let rest = words[at] ?? 0; rest !== 0; rest &= rest - 1) visit(at * 32 + 31 - Math.clz32(rest & -rest));
  }
}

function insertionIndex(list: Uint16Array, length: number, low: number): number {
  // Numbers mostly come in ascending order.
  if (length === 0 || (list[length - 1] ?? 0) < low) return length;
  let from = 0;
  let to = length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((list[middle] ?? 0) < low) from = middle + 1;
    else to = middle;
  }
  return from;
}
