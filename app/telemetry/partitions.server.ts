import type { Database } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { toDay } from './visitors.server.ts';

const TABLE = 'telemetry_page_views';
const RETENTION_DAYS = 90;
const EVENT_ID_DAYS = 2;
const DAY_MS = 86_400_000;

/** The month in UTC. */
export async function openMonth(db: Database, moment: Date): Promise<void> {
  const [from, to] = [startOfMonth(moment, 0), startOfMonth(moment, 1)];
  const name = from.toISOString().slice(0, 7).replace('-', '_');
  await db.transaction(async (transaction) => {
    await lockPartitions(transaction);
    await transaction.query(
      sql.raw(`create table if not exists ${TABLE}_${name} partition of ${TABLE}
        for values from ('${from.toISOString()}') to ('${to.toISOString()}')`),
    );
  });
}

/** Creates the partitions of this month and the next, so that no request waits for them. */
export async function openMonths(db: Database, now: Date): Promise<void> {
  await openMonth(db, now);
  await openMonth(db, startOfMonth(now, 1));
}

/** Deletes what is older than 90 days, and partitions that ended before; sums of days stay. */
export async function dropOld(db: Database, now: Date): Promise<void> {
  const end = new Date(now.getTime() - RETENTION_DAYS * DAY_MS);
  await db.heavy.transaction(async (transaction) => {
    // All others queue behind a waiting table lock: rather try again later.
    await transaction.query(sql`set local lock_timeout = '3s'`);
    await transaction.extendTimeout(300_000);
    await lockPartitions(transaction);
    const partitions = await transaction.query<{ name: string }>(sql`
      select child.relname as name from pg_inherits link join pg_class child on child.oid = link.inhrelid
      where link.inhparent = ${TABLE}::regclass order by child.relname`);
    const over = partitions.filter(({ name }) => parseMonthEnd(name) <= end);
    for (const { name } of over) await transaction.query(sql.raw(`drop table ${name}`));
    await transaction.query(sql`delete from telemetry_page_views where received_at < ${end}`);
    await transaction.query(sql`delete from telemetry_errors where last_seen_at < ${end}`);
    const day = toDay(end);
    await transaction.query(sql`delete from telemetry_error_counts where day <= ${day}::date`);
    await transaction.query(sql`delete from telemetry_row_counts where day < ${day}::date`);
    const ids = new Date(now.getTime() - EVENT_ID_DAYS * DAY_MS);
    await transaction.query(sql`delete from telemetry_event_ids where received_at < ${ids}`);
  });
}

async function lockPartitions(transaction: Database): Promise<void> {
  await transaction.query(sql`select pg_advisory_xact_lock(hashtext('telemetry partitions'))`);
}

/** @param name such as `telemetry_page_views_2026_11` */
function parseMonthEnd(name: string): Date {
  const [year = '', month = ''] = name.split('_').slice(-2);
  return new Date(Date.UTC(Number(year), Number(month)));
}

function startOfMonth(moment: Date, later: number): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + later));
}
