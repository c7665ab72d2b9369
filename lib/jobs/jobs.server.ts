import { EventEmitter } from 'node:events';

import { Logger as WorkerLogger, run, runMigrations, runOnce } from 'graphile-worker';
import type { RunnerOptions, WorkerEvents } from 'graphile-worker';
import pg from 'pg';
import type { Logger } from 'pino';

import type { ConnectionOptions } from '#lib/database/database.server.ts';

import { HEARTBEAT_MS, startHeartbeat } from './worker-heartbeat.server.ts';
import type { WorkerHeartbeat } from './worker-heartbeat.server.ts';

export interface Job {
  /** `noun:verbThing`. */
  readonly name: string;
  /** Minute, hour, day, month, weekday, in UTC; absent for work that only runs when enqueued. */
  readonly cron?: string;
  /** Topics of `PubSub` after which it also runs at once, in every process (`startTopicJobs`). */
  readonly topics?: readonly string[];
  /** Retried when it throws, each time after a longer pause. */
  readonly run: (payload: unknown) => Promise<void>;
}

export async function migrateJobs(pool: pg.Pool, log: Logger): Promise<void> {
  await runMigrations(optionsOf(pool, [], log));
}

export interface Worker {
  stop(): Promise<void>;
}

/** One listens for new jobs, the others begin and end those that run. */
const CONNECTIONS = 3;

/**
 * Each job runs once, whatever the number of processes. Its connections are none of those that requests share.
 * @param lookMs milliseconds between two looks for dead workers
 */
export async function startJobs(
  connection: ConnectionOptions,
  jobs: readonly Job[],
  log: Logger,
  lookMs: number = HEARTBEAT_MS,
): Promise<Worker> {
  const pool = new pg.Pool({ ...connection, max: CONNECTIONS, application_name: 'worker' });
  const warn = ({ message }: Error) => log.warn({ reason: message }, 'a connection of the worker broke');
  pool.on('error', warn).on('connect', (client) => client.on('error', warn));
  const timed = jobs.filter((job) => job.cron !== undefined);
  const events: WorkerEvents = new EventEmitter();
  let life: WorkerHeartbeat | undefined;
  events.once('pool:create', ({ workerPool }) => (life = startHeartbeat(connection, workerPool.id, log, lookMs)));
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
      await pool.end();
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
