/** Numbers that look random and are the same for the same seed. */
export class WorldChance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 up to `below`. */
  below(below: number): number {
    return Math.floor(this.next() * below);
  }

  is(probability: number): boolean {
    return this.next() < probability;
  }

  pick<Value>(from: readonly Value[]): Value {
    const value = from[this.below(from.length)];
    if (value === undefined) throw new Error('nothing to pick from');
    return value;
  }

  /** So many different ones, in no order. */
  pickSome<Value>(from: readonly Value[], count: number): Value[] {
    const left = [...from];
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(this.below(left.length), 1)).flat();
  }

  /** Around `middle`, often half or double, seldom a tenth or tenfold. */
  around(middle: number, spread = 0.8): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
    return middle * Math.exp(spread * normal);
  }

  /** Lowercase letters and digits. */
  code(length: number): string {
    return Array.from({ length }, () => LETTERS[this.below(LETTERS.length)]).join('');
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
