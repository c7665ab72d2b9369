import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import type { DB } from '#database/tables.ts';
import { Batcher } from '#lib/batcher.ts';
import { rateLimited } from '#lib/calls/problems.ts';
import type { Database } from '#lib/database/database.server.ts';
import { retryAfterDeadlock, isSqlState } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { countErrorsUp } from './error-counts.server.ts';
import { BYTES_OF_ROW } from './limits.ts';
import { openMonth } from './partitions.server.ts';
import { telemetryFull } from './problems.ts';
import { toDay } from './visitors.server.ts';
import { isSpamSource } from './visits/spam-sources.server.ts';

/** A row as JSON: `bytea` is written `\x…`. */
type JsonRow<Table extends keyof DB> = {
  [Column in keyof Row<Table>]: Row<Table>[Column] extends Buffer ? string : Row<Table>[Column];
};
interface EventRow {
  readonly event_id: string | null;
  readonly received_at: Date;
}
type PageViewRow = JsonRow<'telemetry_page_views'> & EventRow & { readonly source_hosts: readonly string[] };
/** An error that has happened once. */
export type ErrorRow = Omit<
  JsonRow<'telemetry_errors'>,
  'occurrences' | 'first_seen_at' | 'last_seen_at' | 'stack_hash' | 'waits'
> &
  EventRow & {
    /** The release that its page runs, as that says. */
    readonly told_version: string;
  };

/** One measure of a page. */
interface VitalRow extends Omit<JsonRow<'telemetry_vital_days'>, 'day' | 'samples'>, EventRow {
  readonly told_version: string;
}

interface TelemetryInsert {
  readonly db: Database;
  /** Rows that may lie there in all. */
  readonly most: number;
  readonly rows: readonly EventRow[];
}

/** Inserts what is not known yet. @param day of UTC  @returns `added`: how many rows came to be, as `measureRows` counts them */
type InsertStatement = (json: string, day: string) => Sql;

const MAX_BATCH = 128;
/** Requests of one process that may wait for the disk; more would fill the memory. */
const MAX_WAITING = 1024;
const createPageViews = () =>
  new Batcher<TelemetryInsert, void>((inserts) => insertBatch(pageViewsInsert, inserts), MAX_BATCH);
const createErrors = () =>
  new Batcher<TelemetryInsert, void>((inserts) => insertBatch(errorsInsert, inserts), MAX_BATCH);
const createVitals = () =>
  new Batcher<TelemetryInsert, void>((inserts) => insertBatch(vitalsInsert, inserts), MAX_BATCH);
const createQueue = () => ({ length: 0 });

/** Concurrent requests share one commit; a known id is skipped. @throws Problem 429 when all is full, or too many wait for the disk */
export function insertPageViews(current: Current, rows: PageViewRow[]): Promise<void> {
  return inTurn(current, createPageViews, rows);
}

/** Inserts errors, as `insertPageViews` does; equal ones are counted up. @throws Problem 429 */
export function insertErrors(current: Current, rows: ErrorRow[]): Promise<void> {
  return inTurn(current, createErrors, rows);
}

/** Adds measures to the sums of the day, as `insertPageViews` inserts. @throws Problem 429 */
export function insertVitals(current: Current, rows: VitalRow[]): Promise<void> {
  return inTurn(current, createVitals, rows);
}

async function inTurn(
  { db, config, log }: Current,
  create: () => Batcher<TelemetryInsert, void>,
  rows: readonly EventRow[],
): Promise<void> {
  const queue = db.processState.get(createQueue);
  if (queue.length >= MAX_WAITING) throw new Problem(rateLimited, { headers: { 'retry-after': '10' } });
  queue.length += 1;
  const insert = { db, most: config.TELEMETRY_MAX_ROWS, rows };
  await db.state
    .get(create)
    .run('', insert)
    .catch((error: unknown) => {
      if (error instanceof Problem) log.warn('telemetry is full: nothing more is taken');
      throw error;
    })
    .finally(() => (queue.length -= 1));
}

async function insertBatch(toStatement: InsertStatement, inserts: TelemetryInsert[]): Promise<void[]> {
  const [first] = inserts;
  if (first === undefined) return [];
  const { db } = first;
  const rows = withoutDuplicates(inserts.flatMap((insert) => insert.rows));
  const day = toDay(first.rows[0]?.received_at ?? new Date());
  const write = () => retryAfterDeadlock(db, () => db.transaction((transaction) => insertRows(transaction)));
  const insertRows = async (transaction: Database) => {
    const [row] = await transaction.query<{ added: string }>(toStatement(JSON.stringify(rows), day));
    await countRows(transaction, day, Number(row?.added ?? 0), first.most);
  };
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

/** Where nothing comes to be, as when an error is counted up, there is always room. @throws Problem 429, which undoes the rest */
async function countRows(transaction: Database, day: string, added: number, most: number): Promise<void> {
  if (added === 0) return;
  // Days that are over get no more rows, so what they leave is known before the row of today is locked.
  const counted = await transaction.query(sql`
    insert into telemetry_row_counts as kept (day, rows, room)
    select ${day}::date, ${added}::bigint, room from (
      select ${most}::bigint - coalesce(sum(rows), 0)::bigint as room from telemetry_row_counts where day < ${day}::date
    ) before where ${added}::bigint <= room
    on conflict (day) do update set rows = kept.rows + excluded.rows, room = excluded.room
    where kept.rows + excluded.rows <= excluded.room
    returning day`);
  if (counted.length === 0) throw new Problem(telemetryFull, { headers: { 'retry-after': '60' } });
}

/** UUIDs are equal in upper and lower case. */
function withoutDuplicates(rows: readonly EventRow[]): EventRow[] {
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
      as sent (${COLUMNS}, url text, referer text, path text, locale text, referrer_host text, country text, device text, browser text,
        system text, campaign text, source_hosts text[])), ${known('page_views')},
    added as (insert into telemetry_page_views
      (id, received_at, at, url, referer, path, locale, referrer_host, country, device, browser, system, campaign, visitor, bot)
      select id, received_at, at, url, referer, path, locale, referrer_host, country, device, browser, system, campaign,
        visitor, bot or ${isSpamSource(sql`source_hosts`)} from sent where ${IS_NEW}
      returning octet_length(url) + octet_length(referer) + octet_length(path) as bytes)
    select coalesce(sum(${measureRows(sql`bytes`)}), 0) as added from added`;
}

function errorsInsert(json: string, day: string): Sql {
  return sql`with sent as (select * from json_to_recordset(${json}::json)
      as sent (${COLUMNS}, message text, trace text, context text, version text, told_version text, fingerprint bytea,
        error_hash bytea)),
    ${known('errors')}, fresh as (select ${EVENT_COLUMNS}, message, trace, context, fingerprint, error_hash,
${VERSION_OF_PAGE} from sent where ${IS_NEW}), ${countErrorsUp(day, measureRows)}`;
}

/** What bots send is not counted. */
function vitalsInsert(json: string, day: string): Sql {
  return sql`with sent as (select * from json_to_recordset(${json}::json)
      as sent (${COLUMNS}, route text, device text, version text, told_version text, metric text, bucket smallint)),
    ${known('vitals')}, fresh as (select route, device, metric, bucket, ${VERSION_OF_PAGE} from sent where (${IS_NEW}) and not bot),
    added as (insert into telemetry_vital_days as kept (day, route, device, version, metric, bucket, samples)
      select ${day}::date, route, device, version, metric, bucket, count(*) from fresh
      group by route, device, version, metric, bucket order by route, device, version, metric, bucket
      on conflict (day, route, device, version, metric, bucket) do update set samples = kept.samples + excluded.samples
      returning xmax = 0 as is_new)
    select count(*) filter (where is_new) as added from added`;
}

/** So that the bound of rows is one of bytes: a row that is larger than a kilobyte counts as several. */
function measureRows(bytes: Sql): Sql {
  return sql`greatest(1, ceil(${bytes} / ${BYTES_OF_ROW}::float))`;
}

const EVENT_COLUMNS = sql`id, event_id, received_at, at, visitor, bot`;
const COLUMNS = sql`id uuid, event_id uuid, received_at timestamptz, at timestamptz, visitor bytea, bot boolean`;
/** What a page says of itself is believed of a release that we know. */
const VERSION_OF_PAGE = sql`case when exists (select from telemetry_source_maps maps where maps.version = told_version)
  then told_version else version end as version`;
const IS_NEW = sql`event_id is null or event_id in (select event_id from known)`;

/** Returns only the ids that were not known yet. */
function known(dataSet: 'page_views' | 'errors' | 'vitals'): Sql {
  return sql`known as
    (insert into telemetry_event_ids (data_set, event_id, received_at)
    select ${dataSet}::text, event_id, received_at from sent where event_id is not null order by event_id
    on conflict do nothing returning event_id)`;
}
