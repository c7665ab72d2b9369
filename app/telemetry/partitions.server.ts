import type { Database } from '#lib/database/database.server.ts';

const TABLES = ['telemetry_page_views', 'telemetry_errors'] as const;
const KEPT_DAYS = 90;
const EVENT_ID_DAYS = 2;
const DAY_MS = 86_400_000;

/** Makes the partitions that the rows of this moment's month go to, in UTC, where they are missing. */
export async function openMonth(db: Database, moment: Date): Promise<void> {
  const [from, to] = [startOfMonth(moment, 0), startOfMonth(moment, 1)];
  const name = from.toISOString().slice(0, 7).replace('-', '_');
  await db.transaction(async (transaction) => {
    await transaction.run(LOCK);
    for (const table of TABLES) {
      await transaction.run(`create table if not exists ${table}_${name} partition of ${table}
        for values from ('${from.toISOString()}') to ('${to.toISOString()}')`);
    }
  });
}

/** Makes the partitions of this month and the next, so that no browser waits for them. */
export async function openMonths(db: Database, now: Date): Promise<void> {
  await openMonth(db, now);
  await openMonth(db, startOfMonth(now, 1));
}

/** Drops the months that are over for 90 days, and of the last one the days; sums of days stay. */
export async function dropOld(db: Database, now: Date): Promise<void> {
  const end = new Date(now.getTime() - KEPT_DAYS * DAY_MS);
  await db.transaction(async (transaction) => {
    // Who waits for a table makes all others wait behind: rather try again later.
    await transaction.run(`set local lock_timeout = '3s'`);
    await transaction.run(`set local statement_timeout = '5min'`);
    await transaction.run(LOCK);
    for (const table of TABLES) {
      const partitions = await transaction.run<{ name: string }>(PARTITIONS, [table]);
      const over = partitions.filter(({ name }) => endOf(name) <= end);
      for (const { name } of over) await transaction.run(`drop table ${name}`);
      await transaction.run(`delete from ${table} where received_at < $1`, [end]);
    }
    const ids = new Date(now.getTime() - EVENT_ID_DAYS * DAY_MS);
    await transaction.run('delete from telemetry_event_ids where received_at < $1', [ids]);
  });
}

const LOCK = `select pg_advisory_xact_lock(hashtext('telemetry partitions'))`;
const PARTITIONS = `select child.relname as name from pg_inherits link join pg_class child on child.oid = link.inhrelid
  where link.inhparent = $1::regclass order by child.relname`;

/** @param name such as `telemetry_errors_2026_11` */
function endOf(name: string): Date {
  const [year = '', month = ''] = name.split('_').slice(-2);
  return new Date(Date.UTC(Number(year), Number(month)));
}

function startOfMonth(moment: Date, later: number): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth() + later));
}
