/** Numbers that look random and are the same for the same seed. */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** A number from 0 up to 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  isLucky(share: number): boolean {
    return this.next() < share;
  }

  /** One of them. */
  pick<Choice>(choices: readonly Choice[]): Choice {
    const choice = choices[Math.floor(this.next() * choices.length)];
    if (choice === undefined) throw new Error('there is nothing to choose from');
    return choice;
  }
}
