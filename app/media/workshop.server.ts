import { Problem } from '#lib/problem.ts';
import { Slots } from '#lib/slots.ts';

import { tooBusy } from './problems.ts';

const RETRY_SECONDS = '2';

/** Work of which a process does little at once, and for which only so many wait. */
export class Workshop {
  readonly #slots: Slots;
  readonly #most: number;
  #held = 0;

  constructor(atOnce: number, mostWaiting: number) {
    this.#slots = new Slots(atOnce);
    this.#most = atOnce + mostWaiting;
  }

  /** @throws Problem 503 when too many wait already */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#held >= this.#most) throw new Problem(tooBusy, { headers: { 'retry-after': RETRY_SECONDS } });
    this.#held += 1;
    try {
      return await this.#slots.run(work);
    } finally {
      this.#held -= 1;
    }
  }
}

/** Decoding and encoding: memory and processors. */
export const workshop = new Workshop(2, 64);

/** Waiting for other hosts, which must not keep anybody from what is here. */
export const errands = new Workshop(8, 64);
