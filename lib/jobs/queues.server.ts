import { parseCrontab } from 'graphile-worker';

import { sql } from '#lib/database/sql.server.ts';

import type { Job } from './jobs.server.ts';

/** Further waiting jobs are not counted. */
export const MAX_COUNTED = 10_000;

/** By the names of jobs, of those that could run now: how many wait, and since when the first of them. */
export const SELECT_WAITING = sql`select due.name, count(*)::integer as count,
  (extract(epoch from now() - min(due.run_at)) * 1000)::float8 as age_ms from (
    select task_identifier as name, run_at from graphile_worker.jobs
    where run_at <= now() and locked_at is null and attempts < max_attempts
    order by run_at limit ${MAX_COUNTED}::integer) due
  group by due.name order by min(due.run_at)`;

/** By their names, jobs that were given up, and those that failed and are tried again. */
export const SELECT_FAILED = sql`select name, count(*)::integer as count, bool_or(is_over) as is_over,
  (array_agg(last_error order by updated_at desc))[1] as reason from (
    select task_identifier as name, attempts >= max_attempts as is_over, last_error, updated_at from graphile_worker.jobs
    where last_error is not null limit ${MAX_COUNTED}::integer) failed
  group by name order by bool_or(is_over) desc, count(*) desc limit 20`;

/** Since when the clock knows of each job. */
export const SELECT_CLOCK = sql`select identifier as name, known_since from graphile_worker._private_known_crontabs`;

const MINUTE_MS = 60_000;
/** As far as it is looked back: a leap year. */
const MAX_MINUTES = 366 * 24 * 60;

/** When the clock had last to start a job before a moment. @param job with a `cron` */
export function lastDue({ name, cron = '' }: Pick<Job, 'name' | 'cron'>, before: Date): Date | undefined {
  const [item] = parseCrontab(`${cron} ${name}`);
  const start = Math.floor(before.getTime() / MINUTE_MS) * MINUTE_MS;
  if (item === undefined) return undefined;
  for (let minutes = 0; minutes < MAX_MINUTES; minutes += 1) {
    const at = new Date(start - minutes * MINUTE_MS);
    const digest = {
      min: at.getUTCMinutes(),
      hour: at.getUTCHours(),
      date: at.getUTCDate(),
      month: at.getUTCMonth() + 1,
      dow: at.getUTCDay(),
    };
    if (item.match(digest)) return at;
  }
  return undefined;
}
