import { Chunk, SPAN, forEachValue } from './chunk.ts';
import type { ReadonlyChunk } from './chunk.ts';

const CHUNK_OVERHEAD = 192;

/**
 * A compressed set of whole numbers from 0 to 2^53 - 1: in spans of 65,536, each a sorted list while it is small, else one
 * bit per number. A million numbers in a row take 125 KB.
 */
export class Bitmap {
  readonly #chunks = new Map<number, Chunk>();
  #size = 0;
  #bytes = 0;
  #highs: number[] | undefined;

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  has(value: number): boolean {
    return this.#chunks.get(toHigh(value))?.has(toLow(value)) ?? false;
  }

  /** @returns whether it was not there @throws RangeError for what is no whole number from 0 to 2^53 - 1 */
  add(value: number): boolean {
    const high = toHigh(value);
    const chunk = this.#chunks.get(high) ?? this.#addChunk(high);
    return this.#counting(chunk, () => chunk.add(toLow(value)), 1);
  }

  remove(value: number): boolean {
    const high = toHigh(value);
    const chunk = this.#chunks.get(high);
    if (chunk === undefined) return false;
    const removed = this.#counting(chunk, () => chunk.remove(toLow(value)), -1);
    if (chunk.size === 0) this.#dropChunk(high, chunk);
    return removed;
  }

  /** The non-empty spans, ascending: a value is in the span `Math.floor(value / 65_536)`. */
  get highs(): readonly number[] {
    this.#highs ??= [...this.#chunks.keys()].toSorted((one, other) => one - other);
    return this.#highs;
  }

  part(high: number): ReadonlyChunk | undefined {
    return this.#chunks.get(high);
  }

  *[Symbol.iterator](): Generator<number> {
    for (const high of this.highs) {
      const lows: number[] = [];
      const part = this.part(high);
      if (part !== undefined) forEachValue(part, (low) => lows.push(low));
      for (const low of lows) yield high * SPAN + low;
    }
  }

  #addChunk(high: number): Chunk {
    const chunk = new Chunk();
    this.#chunks.set(high, chunk);
    this.#bytes += chunk.bytes + CHUNK_OVERHEAD;
    this.#highs = undefined;
    return chunk;
  }

  #dropChunk(high: number, chunk: Chunk): void {
    this.#chunks.delete(high);
    this.#bytes -= chunk.bytes + CHUNK_OVERHEAD;
    this.#highs = undefined;
  }

  #counting(chunk: Chunk, change: () => boolean, step: number): boolean {
    const before = chunk.bytes;
    const changed = change();
    if (changed) this.#size += step;
    this.#bytes += chunk.bytes - before;
    return changed;
  }
}

function toHigh(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new RangeError(`${value} is no whole number from 0 to 2^53 - 1`);
  return Math.floor(value / SPAN);
}

function toLow(value: number): number {
  return value & (SPAN - 1);
}
