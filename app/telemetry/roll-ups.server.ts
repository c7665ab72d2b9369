import type { Current } from '#app/current/current.server.ts';
import type { Database } from '#lib/database/database.server.ts';

const DAY_MS = 86_400_000;
/** A row is written within seconds of the time that it bears; after an hour nothing comes to a day any more. */
const SETTLED_MS = 3_600_000;
/** Of one day; the rest is summed up under `*`, so that nobody fills the disk with addresses of their own making. */
const MOST_GROUPS = 5000;

/**
 * Sums up every day that is not final, each anew from its rows in one transaction: run twice, it is as run once. Days
 * are those of UTC in which events came here.
 */
export async function rollUp({ db, now }: Current): Promise<void> {
  const time = now().getTime();
  const [bounds] = await db.run<{ day: string | null }>(FIRST_DAY);
  if (typeof bounds?.day !== 'string') return;
  for (let day = Date.parse(bounds.day); day <= time; day += DAY_MS) {
    await sumUpDay(db, new Date(day), time >= day + DAY_MS + SETTLED_MS);
  }
}

/** The day after the last final one, or that of the oldest row. */
const FIRST_DAY = `select to_char(greatest(
    (select max(day) + 1 from telemetry_days where final),
    (select (least((select min(received_at) from telemetry_page_views), (select min(received_at) from telemetry_errors)))
      ::date)), 'YYYY-MM-DD') as day`;

async function sumUpDay(db: Database, start: Date, isFinal: boolean): Promise<void> {
  const day = start.toISOString().slice(0, 10);
  const values = [day, start, new Date(start.getTime() + DAY_MS)];
  await db.transaction(async (transaction) => {
    // So that all sums are of the same rows.
    await transaction.run('set transaction isolation level repeatable read');
    await transaction.run(`set local statement_timeout = '5min'`);
    for (const table of ['telemetry_days', 'telemetry_page_view_days', 'telemetry_error_days']) {
      await transaction.run(`delete from ${table} where day = $1`, [day]);
    }
    await transaction.run(SUM_PAGE_VIEWS, [...values, MOST_GROUPS]);
    await transaction.run(SUM_ERRORS, [...values, MOST_GROUPS]);
    await transaction.run(SUM_DAY, [...values, isFinal]);
  });
}

const OF_DAY = 'received_at >= $2 and received_at < $3';

const SUM_PAGE_VIEWS = `
  with seen as (select bot, path, locale, referrer_host, visitor from telemetry_page_views where ${OF_DAY}),
  kept as (select bot, path, locale, referrer_host from seen
    group by bot, path, locale, referrer_host order by count(*) desc, bot, path, locale, referrer_host limit $4),
  named as (select seen.bot, coalesce(kept.path, '*') as path, coalesce(kept.locale, '*') as locale,
      coalesce(kept.referrer_host, '*') as referrer_host, seen.visitor
    from seen left join kept using (bot, path, locale, referrer_host))
  insert into telemetry_page_view_days (day, bot, path, locale, referrer_host, views, visitors)
    select $1, bot, path, locale, referrer_host, count(*), count(distinct visitor) from named
    group by bot, path, locale, referrer_host`;

const SUM_ERRORS = `
  with seen as (select bot, fingerprint, message, visitor from telemetry_errors where ${OF_DAY}),
  kept as (select bot, fingerprint, min(message) as message from seen
    group by bot, fingerprint order by count(*) desc, bot, fingerprint limit $4),
  named as (select seen.bot, coalesce(kept.fingerprint, '') as fingerprint, coalesce(kept.message, '*') as message,
      seen.visitor
    from seen left join kept using (bot, fingerprint))
  insert into telemetry_error_days (day, bot, fingerprint, message, errors, visitors)
    select $1, bot, fingerprint, message, count(*), count(distinct visitor) from named
    group by bot, fingerprint, message`;

const SUM_DAY = `
  with seen as (select bot, count(*) as views, count(distinct visitor) as visitors
      from telemetry_page_views where ${OF_DAY} group by bot),
  failed as (select bot, count(*) as errors from telemetry_errors where ${OF_DAY} group by bot)
  insert into telemetry_days (day, bot, views, visitors, errors, final)
    select $1, bot, coalesce(views, 0), coalesce(visitors, 0), coalesce(errors, 0), $4
    from (values (false), (true)) kind (bot) left join seen using (bot) left join failed using (bot)`;
