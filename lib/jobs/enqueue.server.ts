import type { Queryable } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';

export interface Task {
  readonly name: string;
  /** JSON that lies in the database until the job is done: no secrets. */
  readonly payload: object;
}

export interface EnqueueOptions {
  /** A waiting job with this key is replaced, so that the work is there once. */
  readonly key?: string;
  /** 25 by default, over about three days. */
  readonly maxAttempts?: number;
  readonly runAt?: Date;
}

/** In a transaction the job is there when that commits, and only then. */
export async function enqueue(db: Queryable, { name, payload }: Task, options: EnqueueOptions = {}): Promise<void> {
  const { key = null, maxAttempts = null, runAt = null } = options;
  await db.query(sql`select from graphile_worker.add_job(
    identifier => ${name}, payload => ${JSON.stringify(payload)}::json, run_at => ${runAt}::timestamptz,
    max_attempts => ${maxAttempts}::integer, job_key => ${key})`);
}
