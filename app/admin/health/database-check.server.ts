import type { Current } from '#app/current/current.server.ts';
import { queryWithin } from '#lib/database/query-within.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { say } from './health.ts';
import type { HealthFinding } from './health.ts';
import { formatBytes, formatSpan } from './units.ts';

/** Milliseconds. */
export const QUERY_MS = 2000;
/** Seconds after which a transaction keeps the database from cleaning up. */
const LONG_TRANSACTION = 300;
/** Of all connections. */
const MANY_CONNECTIONS = 0.8;

interface DatabaseRow {
  readonly version: string;
  readonly bytes: string;
  readonly connections: number;
  readonly most: number;
  /** Null where another role runs them and this one may not look. */
  readonly longest: number | null;
}

export async function checkDatabase({ db, locale }: Current): Promise<HealthFinding> {
  const [row] = await queryWithin<DatabaseRow & Record<string, unknown>>(
    db,
    QUERY_MS,
    sql`select current_setting('server_version') as version, pg_database_size(current_database())::text as bytes,
      (select count(*)::integer from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::integer as most,
      (select extract(epoch from max(clock_timestamp() - xact_start))::float8 from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()) as longest`,
  );
  if (row === undefined) throw new Error('the database told nothing');
  const { version, bytes, connections, most, longest } = row;
  const problems = [
    ...(connections > most * MANY_CONNECTIONS ? [say('admin.health.manyConnections', { connections, most })] : []),
    ...((longest ?? 0) > LONG_TRANSACTION
      ? [say('admin.health.longTransaction', { span: formatSpan((longest ?? 0) * 1000, locale) })]
      : []),
  ];
  return {
    state: problems.length === 0 ? 'fine' : 'warning',
    problems,
    facts: [
      { name: 'admin.health.version', value: `PostgreSQL ${version}` },
      { name: 'admin.health.size', value: formatBytes(Number(bytes), locale) },
      {
        name: 'admin.health.connections',
        value: say('admin.health.ofMost', { count: connections, most }),
      },
      {
        name: 'admin.health.longest',
        value: longest === null ? say('admin.health.none') : formatSpan(longest * 1000, locale),
      },
    ],
  };
}

interface ReplicaRow {
  readonly is_replica: boolean;
  readonly replicas: number;
  readonly lag_ms: number | null;
}

const LONG_LAG_MS = 30_000;

export async function checkReplicas({ db, locale }: Current): Promise<HealthFinding> {
  const [row] = await queryWithin<ReplicaRow & Record<string, unknown>>(
    db,
    QUERY_MS,
    sql`select pg_is_in_recovery() as is_replica, count(*)::integer as replicas,
      (extract(epoch from max(replay_lag)) * 1000)::float8 as lag_ms from pg_stat_replication`,
  );
  if (row === undefined) throw new Error('the database told nothing');
  const lag = row.lag_ms ?? 0;
  const isFar = lag > LONG_LAG_MS;
  return {
    state: isFar ? 'warning' : 'fine',
    problems: isFar ? [say('admin.health.farBehind', { span: formatSpan(lag, locale) })] : [],
    facts: [
      {
        name: 'admin.health.replicasCount',
        value: row.replicas === 0 ? say('admin.health.none') : String(row.replicas),
      },
      ...(row.replicas === 0 ? [] : [{ name: 'admin.health.lag', value: formatSpan(lag, locale) } as const]),
    ],
  };
}
