import { Logger as WorkerLogger, run } from 'graphile-worker';
import type { Runner } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';

/** A piece of work in the background: by the clock, by being asked for, or both. */
export interface Job {
  /** `noun:verbThing`. */
  readonly name: string;
  /** Minute, hour, day, month, weekday, in UTC; absent for work that only runs when asked for. */
  readonly cron?: string;
  readonly run: (payload: unknown) => Promise<void>;
}

/** Starts the workers. Several processes share the work; each piece runs once. */
export async function startJobs(pool: pg.Pool, jobs: readonly Job[], log: Logger): Promise<Runner> {
  const timed = jobs.filter((job) => job.cron !== undefined);
  return run({
    pgPool: pool,
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 5000,
    logger: new WorkerLogger(
      () => (level, message) => log[level === 'warning' ? 'warn' : level === 'error' ? 'error' : 'debug'](message),
    ),
    taskList: Object.fromEntries(jobs.map((job) => [job.name, (payload: unknown) => job.run(payload)])),
    crontab: timed.map((job) => `${job.cron} ${job.name}`).join('\n'),
  });
}
