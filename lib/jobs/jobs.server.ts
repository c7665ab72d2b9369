import { EventEmitter } from 'node:events';

import { Logger as WorkerLogger, run, runMigrations, runOnce } from 'graphile-worker';
import type { RunnerOptions, WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';

import { LOOK_MS, startHeartbeat } from './worker-heartbeat.server.ts';
import type { WorkerHeartbeat } from './worker-heartbeat.server.ts';

/** A piece of work in the background: by the clock, by being asked for, or both. */
export interface Job {
  /** `noun:verbThing`. */
  readonly name: string;
  /** Minute, hour, day, month, weekday, in UTC; absent for work that only runs when asked for. */
  readonly cron?: string;
  /** Work that throws is tried again, each time after a longer pause. */
  readonly run: (payload: unknown) => Promise<void>;
}

/** Brings the tables of the jobs up to date, so that work can be enqueued. Several processes may do so at once. */
export async function migrateJobs(pool: pg.Pool, log: Logger): Promise<void> {
  await runMigrations(optionsOf(pool, [], log));
}

/** What works in the background of this process. */
export interface Worker {
  /** Waits for what runs. */
  stop(): Promise<void>;
}

/**
 * Starts the workers. Several processes share the work; each piece runs once. What a process had begun that was killed
 * is begun again by another, or by the next start, within a minute.
 * @param lookMs milliseconds between two looks for killed processes
 */
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

/** Runs what is due and returns when nothing is left; what is due by the clock alone does not run. */
export async function runDueJobs(pool: pg.Pool, jobs: readonly Job[], log: Logger): Promise<void> {
  // Without a batch it would return before what a job came to is written down.
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
