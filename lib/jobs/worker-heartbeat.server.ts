import { setTimeout as pause } from 'node:timers/promises';

import type pg from 'pg';
import type { Logger } from 'pino';

import { createClient } from '#lib/database/connect.server.ts';
import type { ConnectionOptions } from '#lib/database/database.server.ts';
import { toQuery, sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

export const HEARTBEAT_MS = 15_000;
const RETRY_MS = 500;

export interface WorkerHeartbeat {
  end(): Promise<void>;
}

/**
 * Holds an advisory lock while the worker lives, and gives back the jobs of workers that died: their connection went with
 * their process, and so did their lock. A paused one keeps it. Only workers missing in two looks in a row count as dead,
 * so that a broken connection can be made again. @param lookMs milliseconds between two looks
 */
export function startHeartbeat(
  connection: ConnectionOptions,
  workerId: string,
  log: Logger,
  lookMs: number,
): WorkerHeartbeat {
  const ending = new AbortController();
  const living = live({ connection, workerId, log, lookMs, ending: ending.signal });
  return {
    end: () => {
      ending.abort();
      return living;
    },
  };
}

interface HeartbeatOptions {
  readonly connection: ConnectionOptions;
  readonly workerId: string;
  readonly log: Logger;
  readonly lookMs: number;
  readonly ending: AbortSignal;
}

async function live(life: HeartbeatOptions): Promise<void> {
  while (!life.ending.aborted) {
    // Not from the worker's pool, which is for work.
    const client = createClient({ ...life.connection, application_name: 'heartbeat' });
    try {
      await keepBeating(client, life);
    } catch (error) {
      life.log.warn({ reason: String(error) }, 'a worker could not show that it lives');
      await rest(RETRY_MS, life.ending);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}

async function keepBeating(client: pg.Client, { workerId, log, lookMs, ending }: HeartbeatOptions): Promise<void> {
  const broken = new AbortController();
  client.on('error', () => broken.abort());
  const over = AbortSignal.any([ending, broken.signal]);
  await client.connect();
  await client.query(
    // Keep-alives show the server within a minute that the machine of a worker is gone.
    toQuery(sql`select set_config('tcp_keepalives_idle', '20', false), set_config('tcp_keepalives_interval', '10', false),
      set_config('tcp_keepalives_count', '3', false), pg_advisory_lock(${toLockKey(sql`${workerId}::text`)})`),
  );
  let missing: string[] = [];
  while (!over.aborted) {
    const before = missing;
    missing = await findMissing(client, workerId);
    const gone = missing.filter((worker) => before.includes(worker));
    if (gone.length > 0) {
      await client.query(toQuery(sql`select graphile_worker.force_unlock_workers(${gone})`));
      log.warn({ gone }, 'the jobs of workers that died are done again');
    }
    await rest(lookMs, over);
  }
}

async function rest(ms: number, over: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal: over }).catch(() => undefined);
}

/** Workers of `runDueJobs` (`otpool-…`) have no heartbeat and are left out. */
async function findMissing(client: pg.Client, workerId: string): Promise<string[]> {
  const { rows } = await client.query<{ worker: string }>(
    toQuery(sql`with workers as materialized (
        select distinct locked_by as worker from graphile_worker.jobs
        where locked_by like 'pool-%' and locked_by <> ${workerId}
      )
      select worker from workers where pg_try_advisory_xact_lock(${toLockKey(sql`worker`)})`),
  );
  return rows.map(({ worker }) => worker);
}

const toLockKey = (worker: Sql) => sql`hashtextextended('jobs of ' || ${worker}, 0)`;
