import { MOST_LISTED, eachOf } from './chunk.ts';
import type { Part } from './chunk.ts';
import { WORDS, isOn, mask, onesIn, onesInBoth, turnOff, turnOn } from './words.ts';

/** A part that is being worked out, in room of its own that is used again for the next one. */
export class Draft implements Part {
  readonly list = new Uint16Array(MOST_LISTED);
  readonly #words = new Uint32Array(WORDS);
  #isListed = true;
  #length = 0;

  get words(): Uint32Array | undefined {
    return this.#isListed ? undefined : this.#words;
  }

  get length(): number {
    return this.#length;
  }

  get size(): number {
    return this.#isListed ? this.#length : onesIn(this.#words);
  }

  /** Becomes a copy of `part`. */
  copy({ words, list, length }: Part): void {
    this.#isListed = words === undefined;
    this.#length = length;
    if (words === undefined) this.list.set(list.subarray(0, length));
    else this.#words.set(words);
  }

  /** Keeps the numbers that are in `other`, or with `isIn` false those that are not. */
  filter(other: Part, isIn: boolean): void {
    if (this.#isListed) this.#filterList(this, other, isIn);
    else if (other.words !== undefined) mask(this.#words, other.words, isIn);
    else if (isIn) this.#filterList(other, this, true);
    else eachOf(other, (low) => turnOff(this.#words, low));
  }

  /** Takes the numbers of `other` in. */
  join(other: Part): void {
    if (this.#isListed) this.#toWords();
    const { words } = other;
    if (words === undefined) eachOf(other, (low) => turnOn(this.#words, low));
    else for (let at = 0; at < WORDS; at += 1) this.#words[at] = (this.#words[at] ?? 0) | (words[at] ?? 0);
  }

  #filterList({ list, length }: Part, other: Part, isIn: boolean): void {
    const { words, list: others, length: most } = other;
    let kept = 0;
    for (let at = 0, next = 0; at < length; at += 1) {
      const low = list[at] ?? 0;
      if (words === undefined) while (next < most && (others[next] ?? 0) < low) next += 1;
      const isThere = words === undefined ? next < most && others[next] === low : isOn(words, low);
      if (isThere === isIn) this.list[kept++] = low;
    }
    this.#isListed = true;
    this.#length = kept;
  }

  #toWords(): void {
    this.#words.fill(0);
    for (let at = 0; at < this.#length; at += 1) turnOn(this.#words, this.list[at] ?? 0);
    this.#isListed = false;
    this.#length = 0;
  }
}

/** How many numbers both have. */
export function overlapOf(one: Part, other: Part): number {
  if (one.words === undefined) return heldOf(one, other);
  return other.words === undefined ? heldOf(other, one) : onesInBoth(one.words, other.words);
}

/** How many numbers of a list another part has. */
function heldOf({ list, length }: Part, { words, list: others, length: most }: Part): number {
  let count = 0;
  for (let at = 0, next = 0; at < length; at += 1) {
    const low = list[at] ?? 0;
    if (words === undefined) while (next < most && (others[next] ?? 0) < low) next += 1;
    const isThere = words === undefined ? next < most && others[next] === low : isOn(words, low);
    if (isThere) count += 1;
  }
  return count;
}
