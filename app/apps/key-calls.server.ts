import type { Queryable } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';

/** What a crash of the process may lose, and how far behind the figures are. */
const FLUSH_SECONDS = 5;
const MINUTE_MS = 60_000;
/** Of keys in minutes that are not written yet; of more than that nothing is counted until they are. */
const MAX_TALLIES = 10_000;

interface KeyCallsOptions {
  readonly db: Queryable;
  readonly now: () => Date;
  /** Runs when the database takes no counts; they stay for the next time. @param lost calls that were not counted since */
  readonly onError: (error: unknown, lost: number) => void;
}

interface Tally {
  readonly keyId: string;
  readonly minute: number;
  calls: number;
  errors: number;
  refusals: number;
}

/**
 * Counts the calls by app keys in memory and adds them up in the tables of minutes and hours every few seconds: a call costs
 * no statement, however many there are. A process that is killed loses what it has counted since; one that is stopped, nothing.
 */
export class KeyCalls {
  readonly #options: KeyCallsOptions;
  #tallies = new Map<string, Tally>();
  #timer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> | undefined;
  #lost = 0;

  constructor(options: KeyCallsOptions) {
    this.#options = options;
  }

  /** @param status of the answer: 429 is a refusal by a limit, any other of 400 and more an error */
  count(keyId: string, status: number): void {
    const minute = Math.floor(this.#options.now().getTime() / MINUTE_MS) * MINUTE_MS;
    const tally = this.#ensureTally(keyId, minute);
    if (tally === undefined) {
      this.#lost += 1;
      return;
    }
    tally.calls += 1;
    if (status === 429) tally.refusals += 1;
    else if (status >= 400) tally.errors += 1;
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_SECONDS * 1000).unref();
  }

  /** Writes what was counted before it began. Never throws. */
  async flush(): Promise<void> {
    await this.#flushing;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counted = this.#tallies;
    if (counted.size === 0) return this.#flushing;
    this.#tallies = new Map();
    this.#flushing = this.#write(counted).finally(() => (this.#flushing = undefined));
    await this.#flushing;
  }

  #ensureTally(keyId: string, minute: number): Tally | undefined {
    const name = `${keyId} ${minute}`;
    const known = this.#tallies.get(name);
    if (known !== undefined || this.#tallies.size >= MAX_TALLIES) return known;
    const tally = { keyId, minute, calls: 0, errors: 0, refusals: 0 };
    this.#tallies.set(name, tally);
    return tally;
  }

  async #write(counted: ReadonlyMap<string, Tally>): Promise<void> {
    try {
      await addCalls(this.#options.db, [...counted.values()]);
      this.#lost = 0;
    } catch (error) {
      for (const { keyId, minute, calls, errors, refusals } of counted.values()) {
        const tally = this.#ensureTally(keyId, minute);
        if (tally === undefined) {
          this.#lost += calls;
          continue;
        }
        tally.calls += calls;
        tally.errors += errors;
        tally.refusals += refusals;
      }
      this.#options.onError(error, this.#lost);
      this.#timer ??= setTimeout(() => void this.flush(), FLUSH_SECONDS * 1000).unref();
    }
  }
}

/** In one statement, and so both tables or none; all processes touch the rows in one order. Keys that are gone are left out. */
async function addCalls(db: Queryable, tallies: readonly Tally[]): Promise<void> {
  await db.query(sql`
    with counted as (
      select key_id, minute, c.calls, c.errors, c.refusals
      from unnest(
        ${tallies.map(({ keyId }) => keyId)}::uuid[],
        ${tallies.map(({ minute }) => new Date(minute))}::timestamptz[],
        ${tallies.map(({ calls }) => calls)}::int[],
        ${tallies.map(({ errors }) => errors)}::int[],
        ${tallies.map(({ refusals }) => refusals)}::int[]) c(key_id, minute, calls, errors, refusals)
      join app_keys using (key_id)
      order by key_id, minute
    ), minutes as (
      insert into app_key_minutes as held (key_id, minute, calls, errors, refusals) select * from counted
      on conflict (key_id, minute) do update set calls = held.calls + excluded.calls,
        errors = held.errors + excluded.errors, refusals = held.refusals + excluded.refusals
    )
    insert into app_key_hours as held (key_id, hour, calls, errors, refusals)
    select key_id, date_trunc('hour', minute, 'UTC'), sum(calls), sum(errors), sum(refusals)
    from counted group by 1, 2 order by 1, 2
    on conflict (key_id, hour) do update set calls = held.calls + excluded.calls,
      errors = held.errors + excluded.errors, refusals = held.refusals + excluded.refusals`);
}
