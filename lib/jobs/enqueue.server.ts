import type { Queryable } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';

interface Task {
  readonly name: string;
  /** JSON that lies in the database until the job is done: no secrets. */
  readonly payload: object;
}

interface EnqueueOptions {
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

/** Many of one name, in one statement; each replaces a waiting job with its key. */
export async function enqueueAll(
  db: Queryable,
  name: string,
  tasks: readonly { readonly payload: object; readonly key: string; readonly runAt?: Date | undefined }[],
): Promise<void> {
  const [payloads, keys] = [tasks.map(({ payload }) => JSON.stringify(payload)), tasks.map(({ key }) => key)];
  const times = tasks.map(({ runAt }) => runAt?.toISOString() ?? null);
  await db.query(sql`select graphile_worker.add_job(
      identifier => ${name}, payload => t.payload::json, run_at => t.run_at, job_key => t.job_key)
    from unnest((select ${payloads}::text[]), (select ${times}::timestamptz[]), (select ${keys}::text[]))
      t(payload, run_at, job_key)`);
}

/** Waiting jobs of one name whose payload, as JSON, holds one of some parts. @returns how many */
export async function dropQueued(db: Queryable, name: string, parts: readonly string[]): Promise<number> {
  const patterns = parts.map((part) => `%${part.replaceAll(/[\\%_]/g, '\\$&')}%`);
  const rows = await db.query(sql`
    select dropped.id from graphile_worker.complete_jobs(array(
      select j.id from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = ${name} and j.locked_at is null and j.payload::text like any(${patterns}::text[]))) dropped`);
  return rows.length;
}
