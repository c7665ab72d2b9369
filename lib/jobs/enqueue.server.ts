import type { Queryable } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';

export interface Task {
  /** The name of a `Job`. */
  readonly name: string;
  /** What the job gets, as JSON. It lies in the database until the job is done: no secrets. */
  readonly payload: object;
}

export interface EnqueueOptions {
  /** While a job with this key waits it is replaced, so that the work is there once. */
  readonly key?: string;
  /** How often it is tried before it is left lying: 25 times, over about three days, unless told. */
  readonly maxAttempts?: number;
  /** Not before. */
  readonly runAt?: Date;
}

/** Puts work for the background down. In a transaction it is there when that commits, and only then. */
export async function enqueue(db: Queryable, { name, payload }: Task, options: EnqueueOptions = {}): Promise<void> {
  const { key = null, maxAttempts = null, runAt = null } = options;
  await db.query(sql`select from graphile_worker.add_job(
    identifier => ${name}, payload => ${JSON.stringify(payload)}::json, run_at => ${runAt}::timestamptz,
    max_attempts => ${maxAttempts}::integer, job_key => ${key})`);
}
