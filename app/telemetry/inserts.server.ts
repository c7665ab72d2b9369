import type { Database } from '#lib/database/database.server.ts';
import { Batcher } from '#lib/batcher.ts';
import { rateLimited } from '#lib/calls/problems.ts';
import { retryAfterDeadlock, isSqlState } from '#lib/database/database.server.ts';
import { Problem } from '#lib/problem.ts';

import { openMonth } from './partitions.server.ts';

/** A row as the table has it; `bytea` is written `\x…`. */
export interface TelemetryEventRow {
  id: string;
  event_id: string | null;
  received_at: Date;
  at: Date;
  visitor: string;
  bot: boolean;
}

export interface PageViewRow extends TelemetryEventRow {
  url: string;
  referer: string;
  path: string;
  locale: string;
  referrer_host: string;
}

export interface ErrorRow extends TelemetryEventRow {
  message: string;
  trace: string;
  context: string;
  fingerprint: string;
}

interface TelemetryInsert {
  db: Database;
  rows: TelemetryEventRow[];
}

const MOST_TOGETHER = 128;
/** Requests of one process that may wait for the disk; more would only fill the memory. */
const MOST_WAITING = 1024;
const createPageViews = () =>
  new Batcher<TelemetryInsert, void>((inserts) => insertBatch(INSERT_PAGE_VIEWS, inserts), MOST_TOGETHER);
const createErrors = () =>
  new Batcher<TelemetryInsert, void>((inserts) => insertBatch(INSERT_ERRORS, inserts), MOST_TOGETHER);
const createQueue = () => ({ length: 0 });

/**
 * Writes page views; what several browsers send at one time is written in one statement and committed once. Of an
 * event that comes again nothing is written. @throws Problem 429 when too many wait for the disk
 */
export function insertPageViews(db: Database, rows: PageViewRow[]): Promise<void> {
  return inTurn(db, () => db.state.get(createPageViews).run('', { db, rows }));
}

/** Writes errors, as page views are. @throws Problem 429 */
export function insertErrors(db: Database, rows: ErrorRow[]): Promise<void> {
  return inTurn(db, () => db.state.get(createErrors).run('', { db, rows }));
}

async function inTurn(db: Database, work: () => Promise<void>): Promise<void> {
  const queue = db.processState.get(createQueue);
  if (queue.length >= MOST_WAITING) throw new Problem(rateLimited, { headers: { 'retry-after': '10' } });
  queue.length += 1;
  await work().finally(() => (queue.length -= 1));
}

interface InsertStatement {
  name: string;
  text: string;
}

async function insertBatch(statement: InsertStatement, inserts: TelemetryInsert[]): Promise<void[]> {
  const db = inserts[0]?.db;
  if (db === undefined) return [];
  const rows = withoutDuplicates(inserts.flatMap((insert) => insert.rows));
  const write = () => retryAfterDeadlock(db, () => db.query(statement, [JSON.stringify(rows)]));
  try {
    await write();
  } catch (error) {
    // No partition takes them: the month is new.
    if (!isSqlState(error, '23514')) throw error;
    for (const month of new Set(rows.map(({ received_at }) => received_at))) await openMonth(db, month);
    await write();
  }
  return inserts.map(() => undefined);
}

/** A UUID is the same in capitals. */
function withoutDuplicates(rows: TelemetryEventRow[]): TelemetryEventRow[] {
  const seen = new Set<string>();
  return rows.filter(({ event_id }) => {
    if (event_id === null) return true;
    const id = event_id.toLowerCase();
    const isNew = !seen.has(id);
    seen.add(id);
    return isNew;
  });
}

const OWN = 'id uuid, event_id uuid, received_at timestamptz, at timestamptz, visitor bytea, bot boolean';
const known = (dataSet: 'page_views' | 'errors') => `known as
    (insert into telemetry_event_ids (data_set, event_id, received_at)
    select '${dataSet}', event_id, received_at from told where event_id is not null order by event_id
    on conflict do nothing returning event_id)`;
const IS_NEW = 'event_id is null or event_id in (select event_id from known)';

const INSERT_PAGE_VIEWS = {
  name: 'telemetry_insert_page_views',
  text: `with told as (select * from json_to_recordset($1::json)
      as told (${OWN}, url text, referer text, path text, locale text, referrer_host text)), ${known('page_views')}
    insert into telemetry_page_views
      (id, received_at, at, url, referer, path, locale, referrer_host, visitor, bot)
      select id, received_at, at, url, referer, path, locale, referrer_host, visitor, bot from told where ${IS_NEW}`,
};

const INSERT_ERRORS = {
  name: 'telemetry_insert_errors',
  text: `with told as (select * from json_to_recordset($1::json)
      as told (${OWN}, message text, trace text, context text, fingerprint bytea)), ${known('errors')}
    insert into telemetry_errors (id, received_at, at, message, trace, context, fingerprint, visitor, bot)
      select id, received_at, at, message, trace, context, fingerprint, visitor, bot from told where ${IS_NEW}`,
};
