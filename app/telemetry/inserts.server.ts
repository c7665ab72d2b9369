import type { Row } from '#database/rows.ts';
import type { DB } from '#database/tables.ts';
import { Batcher } from '#lib/batcher.ts';
import { rateLimited } from '#lib/calls/problems.ts';
import type { Database } from '#lib/database/database.server.ts';
import { retryAfterDeadlock, isSqlState } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { openMonth } from './partitions.server.ts';

/** A row as JSON: `bytea` is written `\x…`. */
type JsonRow<Table extends keyof DB> = {
  [Column in keyof Row<Table>]: Row<Table>[Column] extends Buffer ? string : Row<Table>[Column];
} & { event_id: string | null };
export type PageViewRow = JsonRow<'telemetry_page_views'>;
export type ErrorRow = JsonRow<'telemetry_errors'>;
type EventRow = Pick<PageViewRow, 'event_id' | 'received_at'>;

interface TelemetryInsert {
  db: Database;
  rows: EventRow[];
}

const MAX_BATCH = 128;
/** Requests of one process that may wait for the disk; more would fill the memory. */
const MAX_WAITING = 1024;
const createPageViews = () =>
  new Batcher<TelemetryInsert, void>((inserts) => insertBatch(pageViewsInsert, inserts), MAX_BATCH);
const createErrors = () =>
  new Batcher<TelemetryInsert, void>((inserts) => insertBatch(errorsInsert, inserts), MAX_BATCH);
const createQueue = () => ({ length: 0 });

/** Concurrent requests share one commit; a known id is skipped. @throws Problem 429 when too many wait for the disk */
export function insertPageViews(db: Database, rows: PageViewRow[]): Promise<void> {
  return inTurn(db, () => db.state.get(createPageViews).run('', { db, rows }));
}

/** Inserts errors, as `insertPageViews` does. @throws Problem 429 */
export function insertErrors(db: Database, rows: ErrorRow[]): Promise<void> {
  return inTurn(db, () => db.state.get(createErrors).run('', { db, rows }));
}

async function inTurn(db: Database, work: () => Promise<void>): Promise<void> {
  const queue = db.processState.get(createQueue);
  if (queue.length >= MAX_WAITING) throw new Problem(rateLimited, { headers: { 'retry-after': '10' } });
  queue.length += 1;
  await work().finally(() => (queue.length -= 1));
}

async function insertBatch(insertOf: (json: string) => Sql, inserts: TelemetryInsert[]): Promise<void[]> {
  const db = inserts[0]?.db;
  if (db === undefined) return [];
  const rows = withoutDuplicates(inserts.flatMap((insert) => insert.rows));
  const write = () => retryAfterDeadlock(db, () => db.query(insertOf(JSON.stringify(rows))));
  try {
    await write();
  } catch (error) {
    // No partition matches: the month is new.
    if (!isSqlState(error, '23514')) throw error;
    for (const month of new Set(rows.map(({ received_at }) => received_at))) await openMonth(db, month);
    await write();
  }
  return inserts.map(() => undefined);
}

/** UUIDs are equal in upper and lower case. */
function withoutDuplicates(rows: EventRow[]): EventRow[] {
  const seen = new Set<string>();
  return rows.filter(({ event_id }) => {
    if (event_id === null) return true;
    const id = event_id.toLowerCase();
    const isNew = !seen.has(id);
    seen.add(id);
    return isNew;
  });
}

function pageViewsInsert(json: string): Sql {
  return sql`with sent as (select * from json_to_recordset(${json}::json)
      as sent (${COLUMNS}, url text, referer text, path text, locale text, referrer_host text)), ${known('page_views')}
    insert into telemetry_page_views
      (id, received_at, at, url, referer, path, locale, referrer_host, visitor, bot)
      select id, received_at, at, url, referer, path, locale, referrer_host, visitor, bot from sent where ${IS_NEW}`;
}

function errorsInsert(json: string): Sql {
  return sql`with sent as (select * from json_to_recordset(${json}::json)
      as sent (${COLUMNS}, message text, trace text, context text, fingerprint bytea)), ${known('errors')}
    insert into telemetry_errors (id, received_at, at, message, trace, context, fingerprint, visitor, bot)
      select id, received_at, at, message, trace, context, fingerprint, visitor, bot from sent where ${IS_NEW}`;
}

const COLUMNS = sql`id uuid, event_id uuid, received_at timestamptz, at timestamptz, visitor bytea, bot boolean`;
const IS_NEW = sql`event_id is null or event_id in (select event_id from known)`;

/** Returns only the ids that were not known yet. */
function known(dataSet: 'page_views' | 'errors'): Sql {
  return sql`known as
    (insert into telemetry_event_ids (data_set, event_id, received_at)
    select ${dataSet}::text, event_id, received_at from sent where event_id is not null order by event_id
    on conflict do nothing returning event_id)`;
}
