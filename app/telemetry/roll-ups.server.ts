import { withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Database } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import { countVisitors } from './error-counts.server.ts';
import { toDay } from './visitors.server.ts';
import { sumUpVisits } from './visits/visit-sums.server.ts';

const DAY_MS = 86_400_000;
/** Rows arrive within seconds of their time: after an hour a day gets no more. */
const SETTLED_MS = 3_600_000;
/** A process that hung for longer has its rows counted all the same, as long as it is no longer than these days. */
const LATE_DAYS = 3;
/** Of one day; the rest is summed up under `*`, so that made-up addresses cannot fill the disk. */
const MAX_GROUPS = 5000;

/** Each day in one transaction, so that a second run changes nothing. Days are in UTC, by the time of receipt. */
export async function rollUp(current: Current): Promise<void> {
  const { db, now } = withHeavyPool(current);
  const time = now().getTime();
  const first = await findFirstDay(db, toDay(now()));
  if (first === undefined) return;
  for (let day = Date.parse(first); day <= time; day += DAY_MS) {
    await sumUpDay(db, new Date(day), time >= day + DAY_MS + SETTLED_MS);
  }
}

/** The first that is not final, or that got rows after it was. */
async function findFirstDay(db: Database, today: string): Promise<string | undefined> {
  const [row] = await db.query<{ day: string | null }>(sql`select to_char(least(
    greatest((select max(day) + 1 from telemetry_days where final),
      (select least((select min(received_at) at time zone 'UTC' from telemetry_page_views)::date, (select min(day) from telemetry_error_counts)))),
    (select min(day) from (
        select day, sum(views) as views from telemetry_days where final and day >= ${today}::date - ${LATE_DAYS}::integer group by day) summed
      where views < (select count(*) from telemetry_page_views where received_at >= day::timestamp at time zone 'UTC'
        and received_at < (day + 1)::timestamp at time zone 'UTC'))), 'YYYY-MM-DD') as day`);
  return row?.day ?? undefined;
}

async function sumUpDay(db: Database, start: Date, isFinal: boolean): Promise<void> {
  const rows: DayRows = {
    day: toDay(start),
    ofDay: sql`received_at >= ${start} and received_at < ${new Date(start.getTime() + DAY_MS)}`,
  };
  await db.transaction(async (transaction) => {
    // So that all sums are of the same rows, those that another process waited for too: what is seen begins after the lock.
    await transaction.query(sql`set transaction isolation level repeatable read`);
    await transaction.query(sql`lock table telemetry_days in share row exclusive mode`);
    await transaction.extendTimeout(300_000);
    await sumUpPageViews(transaction, rows);
    await sumUpVisits(transaction, rows.day, rows.ofDay);
    await sumUpErrors(transaction, rows);
    await sumUpTotals(transaction, rows, isFinal);
  });
}

interface DayRows {
  readonly day: string;
  readonly ofDay: Sql;
}

async function sumUpPageViews(db: Database, { day, ofDay }: DayRows): Promise<void> {
  await db.query(sql`delete from telemetry_page_view_days where day = ${day}`);
  await db.query(sql`
    with seen as (select bot, path, locale, referrer_host, visitor from telemetry_page_views where ${ofDay}),
    kept as (select bot, path, locale, referrer_host from seen
      group by bot, path, locale, referrer_host order by count(*) desc, bot, path, locale, referrer_host
      limit ${MAX_GROUPS}),
    named as (select seen.bot, coalesce(kept.path, '*') as path, coalesce(kept.locale, '*') as locale,
        coalesce(kept.referrer_host, '*') as referrer_host, seen.visitor
      from seen left join kept using (bot, path, locale, referrer_host))
    insert into telemetry_page_view_days (day, bot, path, locale, referrer_host, views, visitors)
      select ${day}::date, bot, path, locale, referrer_host, count(*), count(distinct visitor) from named
      group by bot, path, locale, referrer_host`);
}

async function sumUpErrors(db: Database, { day }: DayRows): Promise<void> {
  await db.query(sql`delete from telemetry_error_days where day = ${day}`);
  await db.query(sql`
    with seen as (select counts.bot, fingerprint, message, counts.occurrences, counts.visitors
      from telemetry_error_counts counts join telemetry_errors using (error_hash) where day = ${day}::date),
    kept as (select bot, fingerprint, min(message) as message from seen
      group by bot, fingerprint order by sum(occurrences) desc, bot, fingerprint limit ${MAX_GROUPS}),
    named as (select seen.bot, coalesce(kept.fingerprint, '') as fingerprint, coalesce(kept.message, '*') as message,
        seen.occurrences, seen.visitors
      from seen left join kept using (bot, fingerprint))
    insert into telemetry_error_days (day, bot, fingerprint, message, errors, visitors)
      select ${day}::date, bot, fingerprint, message, sum(occurrences), ${countVisitors(sql`bit_or(visitors)`)} from named
      group by bot, fingerprint, message`);
}

async function sumUpTotals(db: Database, { day, ofDay }: DayRows, isFinal: boolean): Promise<void> {
  await db.query(sql`delete from telemetry_days where day = ${day}`);
  await db.query(sql`
    with seen as (select bot, count(*) as views, count(distinct visitor) as visitors
        from telemetry_page_views where ${ofDay} group by bot),
    failed as (select bot, sum(occurrences) as errors from telemetry_error_counts where day = ${day}::date group by bot)
    insert into telemetry_days (day, bot, views, visitors, errors, final)
      select ${day}::date, bot, coalesce(views, 0), coalesce(visitors, 0), coalesce(errors, 0), ${isFinal}::boolean
      from (values (false), (true)) kind (bot) left join seen using (bot) left join failed using (bot)`);
}

/** How often people, not robots, looked at a page on a day, in UTC. */
interface DayViews {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly views: number;
}

/** By the sums of days; those without a view are missing. Needs staff. @param paths of one page @throws Problem 401 */
export async function findPathViews(current: Current, paths: readonly PathDays[], since: Date): Promise<DayViews[]> {
  requireRole(current, 'staff');
  const days = (date: Date | undefined) => date?.toISOString().slice(0, 10) ?? null;
  const now = current.now();
  const first = new Date(Math.max(since.getTime(), now.getTime() - MAX_DAYS * 86_400_000));
  // Day by day: the index has the day before the path.
  const rows = await current.db.query<{ day: string; views: string }>(sql`
    select to_char(days.day, 'YYYY-MM-DD') as day, seen.views
    from generate_series(${first.toISOString().slice(0, 10)}::date, ${now.toISOString().slice(0, 10)}::date, '1 day') days (day)
    cross join lateral (select sum(views)::bigint as views from telemetry_page_view_days
      where day = days.day::date and bot = false and path = any(array(select one.path
        from unnest(${paths.map(({ path }) => path)}::text[], ${paths.map(({ from }) => days(from))}::date[],
          ${paths.map(({ until }) => days(until))}::date[]) one(path, first, last)
        where days.day::date between coalesce(one.first, '-infinity') and coalesce(one.last, 'infinity')))) seen
    where seen.views is not null order by days.day`);
  return rows.map(({ day, views }) => ({ day, views: Number(views) }));
}

/** A path in the days, of UTC, in which it was that of a page. */
interface PathDays {
  readonly path: string;
  readonly from?: Date | undefined;
  readonly until?: Date | undefined;
}

/** Ten years. */
const MAX_DAYS = 3652;
