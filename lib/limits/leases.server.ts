import type { Pool } from 'pg';

import { Batcher } from '#lib/batcher.ts';
import { toQuery, sql } from '#lib/database/sql.server.ts';

interface Lease {
  readonly rule: string;
  readonly caller: string;
  readonly endsAt: number;
}

interface LeasesOptions {
  pool: Pool;
  patience: number;
  now: () => Date;
  onError?: (error: unknown) => void;
}

const RETRY_MS = 1000;
const MAX_BATCH_SIZE = 256;
/** Clocks of other machines may be behind ours by less than this. */
const SWEEP_MARGIN_MS = 60_000;

/** Leased points per window, in the table `limit_leases (ends_at, rule, caller, asked)`; all but the last are the key. */
export class Leases {
  readonly #options: LeasesOptions;
  readonly #batches = new Batcher<LeaseRequest, number>((requests) => this.#askTogether(requests), MAX_BATCH_SIZE);
  #pausedUntil = 0;

  constructor(options: LeasesOptions) {
    this.#options = options;
  }

  /**
   * Leases points; simultaneous calls share a statement. @returns the points that all processes have leased by now, these
   * included. undefined when the database does not answer in time: for a second no call waits for it again.
   */
  async ask(lease: Lease, points: number): Promise<number | undefined> {
    if (this.#rests()) return undefined;
    const request = { lease, points, isCancelled: false };
    const { patience } = this.#options;
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error(`no lease within ${patience} ms`)), patience);
    try {
      return await Promise.race([this.#batches.run('', request), late.promise]);
    } catch (error) {
      request.isCancelled = true;
      if (!this.#rests()) this.#options.onError?.(error);
      this.#pausedUntil = this.#options.now().getTime() + RETRY_MS;
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }

  async sweep(): Promise<void> {
    const ended = new Date(this.#options.now().getTime() - SWEEP_MARGIN_MS);
    await this.#options.pool.query(toQuery(sql`delete from limit_leases where ends_at < ${ended}`));
  }

  #rests(): boolean {
    return this.#options.now().getTime() < this.#pausedUntil;
  }

  async #askTogether(requests: readonly LeaseRequest[]): Promise<number[]> {
    const sums = await this.#insert(requests.filter(({ isCancelled }) => !isCancelled));
    // Requests for the same window are answered in turn, each with the sum up to itself.
    const totals = requests.toReversed().map(({ lease, points, isCancelled }) => {
      const key = toKey(lease);
      const total = sums.get(key) ?? 0;
      if (!isCancelled) sums.set(key, total - points);
      return total;
    });
    return totals.toReversed();
  }

  /** All processes touch the rows in one order, which rules out deadlocks. */
  async #insert(requests: readonly LeaseRequest[]): Promise<Map<string, number>> {
    const sums = new Map<string, LeaseRequest>();
    for (const request of requests) {
      const points = request.points + (sums.get(toKey(request.lease))?.points ?? 0);
      sums.set(toKey(request.lease), { ...request, points });
    }
    const inOrder = [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, request]) => request);
    if (inOrder.length === 0) return new Map();
    const { rows } = await this.#options.pool.query<LeaseRow>(
      toQuery(sql`insert into limit_leases as held (ends_at, rule, caller, asked)
        select * from unnest(
          ${inOrder.map(({ lease }) => new Date(lease.endsAt))}::timestamptz[],
          ${inOrder.map(({ lease }) => lease.rule)}::text[],
          ${inOrder.map(({ lease }) => lease.caller)}::text[],
          ${inOrder.map(({ points }) => points)}::int[])
        on conflict (ends_at, rule, caller) do update set asked = held.asked + excluded.asked
        returning ends_at, rule, caller, asked`),
    );
    return new Map(
      rows.map(({ ends_at, rule, caller, asked }) => [toKey({ rule, caller, endsAt: ends_at.getTime() }), asked]),
    );
  }
}

interface LeaseRequest {
  readonly lease: Lease;
  readonly points: number;
  isCancelled: boolean;
}

interface LeaseRow {
  ends_at: Date;
  rule: string;
  caller: string;
  asked: number;
}

function toKey({ endsAt, rule, caller }: Lease): string {
  return `${endsAt}\n${rule}\n${caller}`;
}
