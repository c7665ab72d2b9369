import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

import type pg from 'pg';
import type { Logger } from 'pino';

import { toQuery, sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

/** Milliseconds between two beats of a process. */
const BEAT_MS = 10_000;
/** After so many milliseconds without a beat a process counts as gone or stuck. */
export const SILENT_MS = 3 * BEAT_MS;
/** Rows without a beat stay for an hour, so that somebody sees which process went without a word. */
const KEPT = sql`interval '1 hour'`;

interface ProcessRole {
  readonly version: string;
  /** Such as serve, work, receive mails. */
  readonly roles: readonly string[];
}

interface ProcessPresence {
  /** Removes its row. */
  end(): Promise<void>;
}

/** Says by a row that this process runs, until it ends. By the clock of the database, which all processes share. */
export async function startPresence(
  pool: Pick<pg.Pool, 'query'>,
  { version, roles }: ProcessRole,
  log: Pick<Logger, 'warn'>,
  beatMs: number = BEAT_MS,
): Promise<ProcessPresence> {
  const processId = randomUUID();
  const ask = (statement: Sql) => pool.query(toQuery(statement));
  const beat = () =>
    ask(sql`with swept as (delete from site_processes where beat_at < now() - ${KEPT})
      insert into site_processes (process_id, host, pid, version, roles, started_at, beat_at)
      values (${processId}, ${hostname()}, ${process.pid}, ${version}, ${roles}::text[], now(), now())
      on conflict (process_id) do update set beat_at = excluded.beat_at`).catch((error: Error) =>
      log.warn({ reason: error.message }, 'a process could not say that it runs'),
    );
  let beating = beat();
  const timer = setInterval(() => {
    beating = beating.then(beat);
  }, beatMs);
  timer.unref();
  await beating;
  return {
    end: async () => {
      clearInterval(timer);
      await beating;
      await ask(sql`delete from site_processes where process_id = ${processId}`).catch(() => undefined);
    },
  };
}

export interface SiteProcess {
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly roles: string[];
  readonly started_at: Date;
  /** Milliseconds since its last beat. */
  readonly silent_ms: number;
}

/** Those that run or have ended without a word within the hour; at most a hundred, the oldest first. */
export const SELECT_PROCESSES = sql`select host, pid, version, roles, started_at,
  (extract(epoch from now() - beat_at) * 1000)::float8 as silent_ms
  from site_processes order by started_at, process_id limit 100`;
