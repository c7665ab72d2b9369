import { setTimeout as pause } from 'node:timers/promises';

import { escapeIdentifier } from 'pg';
import type { Pool } from 'pg';

/** One caller's window of one rule. */
export interface Lease {
  readonly rule: string;
  readonly caller: string;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
}

interface LeasesOptions {
  pool: Pool;
  table: string;
  patience: number;
  now: () => Date;
  onError?: (error: unknown) => void;
}

const RETRY_MS = 1000;
/** Clocks of other machines may be behind ours by less than this. */
const SWEEP_MARGIN_MS = 60_000;

/** What processes have asked of each window, in one table. */
export class Leases {
  readonly #options: LeasesOptions;
  readonly #table: string;
  #restsUntil = 0;

  constructor(options: LeasesOptions) {
    this.#options = options;
    this.#table = escapeIdentifier(options.table);
  }

  /**
   * Asks for points of a window, in one statement.
   * @returns how many points all processes have asked for by now, these included; more than the rule's when there are
   *   no more. undefined when the database does not answer in time: then nobody waits for it again for a second.
   */
  async ask(lease: Lease, points: number): Promise<number | undefined> {
    const { now, onError } = this.#options;
    if (now().getTime() < this.#restsUntil) return undefined;
    const answered = new AbortController();
    try {
      return await Promise.race([this.#insert(lease, points), this.#refuseLate(answered.signal)]);
    } catch (error) {
      this.#restsUntil = now().getTime() + RETRY_MS;
      onError?.(error);
      return undefined;
    } finally {
      answered.abort();
    }
  }

  async sweep(): Promise<void> {
    const ended = new Date(this.#options.now().getTime() - SWEEP_MARGIN_MS);
    await this.#options.pool.query(`delete from ${this.#table} where ends_at < $1`, [ended]);
  }

  async #insert({ rule, caller, endsAt }: Lease, points: number): Promise<number> {
    const { rows } = await this.#options.pool.query<{ asked: number }>({
      name: `ask_${this.#options.table}`,
      text: `insert into ${this.#table} as held (ends_at, rule, caller, asked) values ($1, $2, $3, $4)
        on conflict (ends_at, rule, caller) do update set asked = held.asked + excluded.asked returning asked`,
      values: [new Date(endsAt), rule, caller, points],
    });
    return rows[0]?.asked ?? points;
  }

  async #refuseLate(answered: AbortSignal): Promise<never> {
    await pause(this.#options.patience, undefined, { signal: answered });
    throw new Error(`no lease within ${this.#options.patience} ms`);
  }
}
