import { EventEmitter } from 'node:events';

import { Logger as WorkerLogger, run, runMigrations, runOnce } from 'graphile-worker';
import type { RunnerOptions, WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';

import { LOOK_MS, startHeartbeat } from './worker-heartbeat.server.ts';
import type { WorkerHeartbeat } from './worker-heartbeat.server.ts';

export interface Job {
  /** `noun:verbThing`. */
  readonly name: string;
  /** Minute, hour, day, month, weekday, in UTC; absent for work that only runs when enqueued. */
  readonly cron?: string;
  /** Retried when it throws, each time after a longer pause. */
  readonly run: (payload: unknown) => Promise<void>;
}

export async function migrateJobs(pool: pg.Pool, log: Logger): Promise<void> {
  await runMigrations(optionsOf(pool, [], log));
}

export interface Worker {
  stop(): Promise<void>;
}

/** Each job runs once, whatever the number of processes. @param lookMs milliseconds between two looks for dead workers */
export async function startJobs(
  pool: pg.Pool,
  jobs: readonly Job[],
  log: Logger,
  lookMs: number = LOOK_MS,
): Promise<Worker> {
  const timed = jobs.filter((job) => job.cron !== undefined);
  const events: WorkerEvents = new EventEmitter();
  let life: WorkerHeartbeat | undefined;
  events.once('pool:create', ({ workerPool }) => (life = startHeartbeat(pool, workerPool.id, log, lookMs)));
  const runner = await run({
    ...optionsOf(pool, jobs, log),
    events,
    pollInterval: 5000,
    crontab: timed.map((job) => `${job.cron} ${job.name}`).join('\n'),
  });
  return {
    stop: async () => {
      await runner.stop();
      await life?.end();
    },
  };
}

/** Runs what is due until nothing is left; cron alone makes nothing due. */
export async function runDueJobs(pool: pg.Pool, jobs: readonly Job[], log: Logger): Promise<void> {
  // Without a batch it would return before the results of the jobs are stored.
  const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };
  await runOnce({ ...optionsOf(pool, jobs, log), preset });
}

function optionsOf(pool: pg.Pool, jobs: readonly Job[], log: Logger): RunnerOptions {
  return {
    pgPool: pool,
    concurrency: 2,
    noHandleSignals: true,
    taskList: Object.fromEntries(jobs.map((job) => [job.name, (payload: unknown) => job.run(payload)])),
    logger: new WorkerLogger(
      () => (level, message) => log[level === 'warning' ? 'warn' : level === 'error' ? 'error' : 'debug'](message),
    ),
  };
}
