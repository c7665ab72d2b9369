import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';

import { Logger as WorkerLogger, run, runMigrations, runOnce } from 'graphile-worker';
import type { RunnerOptions, WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Logger } from 'pino';

import { createPool } from '#lib/database/connect.server.ts';
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
  await runMigrations(toRunnerOptions(pool, [], log));
}

export interface Worker {
  stop(): Promise<void>;
}

/** One listens for new jobs, the others begin and end those that run. */
const CONNECTIONS = 3;
/** Milliseconds between two tries to start. */
const RETRY_MS = 500;

/**
 * Each job runs once, whatever the number of processes. Its connections are none of those that requests share. A worker ends
 * when it cannot store the result of a job, as while the database is gone: another takes its place, and that job is given
 * back as those of dead workers are.
 * @param lookMs milliseconds between two looks for dead workers
 */
export async function startJobs(
  connection: ConnectionOptions,
  jobs: readonly Job[],
  log: Logger,
  lookMs: number = HEARTBEAT_MS,
): Promise<Worker> {
  const pool = createPool({ ...connection, max: CONNECTIONS, application_name: 'worker' });
  const warn = ({ message }: Error) => log.warn({ reason: message }, 'a connection of the worker broke');
  pool.on('error', warn).on('connect', (client) => client.on('error', warn));
  const ending = new AbortController();
  const openHeartbeat = (workerId: string) => startHeartbeat(connection, workerId, log, lookMs);
  const start = () => startRunner(toRunnerOptions(pool, jobs, log), openHeartbeat, ending.signal);
  const { end } = await start();
  const running = keepRunning();
  return {
    stop: async () => {
      ending.abort();
      await running;
      await pool.end();
    },
  };

  async function keepRunning(): Promise<void> {
    for (let reason = await end; !ending.signal.aborted; reason = await start().then((next) => next.end, String)) {
      log.warn({ reason }, 'the worker ended, and another takes its place');
      await pause(RETRY_MS, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  }
}

/** @returns when it has started; `end` tells why it ended, unless it was told to */
async function startRunner(
  options: RunnerOptions,
  openHeartbeat: (workerId: string) => WorkerHeartbeat,
  ending: AbortSignal,
): Promise<{ end: Promise<string | undefined> }> {
  const events: WorkerEvents = new EventEmitter();
  let heartbeat: WorkerHeartbeat | undefined;
  events.once('pool:create', ({ workerPool }) => (heartbeat = openHeartbeat(workerPool.id)));
  const runner = await run({ ...options, events, pollInterval: 5000 });
  let stopping: Promise<void> | undefined;
  const stop = () => {
    // It may have ended by itself at that moment.
    stopping = runner.stop().catch(() => undefined);
  };
  if (ending.aborted) stop();
  else ending.addEventListener('abort', stop, { once: true });
  const waitForEnd = async () => {
    const reason = await runner.promise.then(() => undefined, String);
    ending.removeEventListener('abort', stop);
    await stopping;
    await heartbeat?.end();
    return reason;
  };
  return { end: waitForEnd() };
}

/** Runs what is due until nothing is left; cron alone makes nothing due. */
export async function runDueJobs(pool: pg.Pool, jobs: readonly Job[], log: Logger): Promise<void> {
  await runOnce(toRunnerOptions(pool, jobs, log));
}

function toRunnerOptions(pool: pg.Pool, jobs: readonly Job[], log: Logger): RunnerOptions {
  return {
    pgPool: pool,
    concurrency: 2,
    noHandleSignals: true,
    // Without a batch nobody waits for a result to be stored, or hears that it could not be.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    crontab: jobs.flatMap(({ name, cron }) => (cron === undefined ? [] : `${cron} ${name}`)).join('\n'),
    taskList: Object.fromEntries(jobs.map((job) => [job.name, (payload: unknown) => job.run(payload)])),
    logger: new WorkerLogger(
      () => (level, message) => log[level === 'warning' ? 'warn' : level === 'error' ? 'error' : 'debug'](message),
    ),
  };
}
