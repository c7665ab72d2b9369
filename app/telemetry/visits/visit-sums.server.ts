import type { Database } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import { REST, SUMMED } from './visits.ts';

/** After half an hour without a page the next one begins another visit. */
const PAUSE = sql`interval '30 minutes'`;
/** Of one dimension and day, or month; the rest is summed up, so that made-up addresses cannot fill the disk. */
const MAX_VALUES = { day: 500, month: 1000 } as const;

/** Sums of a day and of its month, made anew. In the transaction in which all sums of the day are made. @param ofDay which page views */
export async function sumUpVisits(db: Database, day: string, ofDay: Sql): Promise<void> {
  await replaceSums(db, 'day', day, sumsOfViews(ofDay));
  await sumUpMonth(db, day);
}

/** @param day one of it */
export async function sumUpMonth(db: Database, day: string): Promise<void> {
  const month = `${day.slice(0, 7)}-01`;
  const ofMonth = sql`span = 'day' and bot in (false, true) and dimension = any(${SUMMED}::text[])
    and day >= ${month}::date and day < ${month}::date + interval '1 month'`;
  await replaceSums(db, 'month', month, sumsOfDays(ofMonth));
}

async function replaceSums(db: Database, span: 'day' | 'month', day: string, sums: Sql): Promise<void> {
  await db.query(sql`delete from telemetry_visit_sums
    where span = ${span} and bot in (false, true) and dimension = any(${SUMMED}::text[]) and day = ${day}::date`);
  // Who is under several values of the rest counts for each, but no more than there were.
  await db.query(sql`
    with ${sums}, ranked as (
      select *, row_number() over (partition by bot, dimension order by visits desc, views desc, value) as place,
        max(visitors) filter (where dimension = 'all') over (partition by bot) as all_visitors
      from sums)
    insert into telemetry_visit_sums (span, bot, dimension, day, value, views, visitors, visits, bounces, seconds)
      select ${span}::text, bot, dimension, ${day}::date, case when place > ${MAX_VALUES[span]} then ${REST} else value end,
        sum(views), least(sum(visitors), min(all_visitors)),
        sum(visits), sum(bounces), sum(seconds)
      from ranked group by 2, 3, 5`);
}

/** By the browser's clock, because what is sent together arrives together. */
function sumsOfViews(ofDay: Sql): Sql {
  return sql`seen as (
      select id, bot, visitor, at, received_at, path, referrer_host, campaign, country, device, browser, system, locale,
        coalesce(at - lag(at) over same >= ${PAUSE}, true) as begins
      from telemetry_page_views where ${ofDay} window same as (partition by bot, visitor order by at, id)
    ), numbered as (
      select *, count(*) filter (where begins) over same as visit, coalesce(lead(begins) over same, true) as ends
      from seen window same as (partition by bot, visitor order by at, id)
    ), visits as (
      select bot, visitor, count(*) as views, round(extract(epoch from max(at) - min(at))) as seconds,
        min(path) filter (where begins) as entry, min(path) filter (where ends) as exit,
        min(referrer_host) filter (where begins) as source, min(campaign) filter (where begins) as campaign,
        min(country) filter (where begins) as country, min(device) filter (where begins) as device,
        min(browser) filter (where begins) as browser, min(system) filter (where begins) as system,
        min(locale) filter (where begins) as locale
      from numbered group by bot, visitor, visit
    ), sums as (
      select bot, dimension, value, sum(views) as views, count(distinct visitor) as visitors, count(*) as visits,
        count(*) filter (where views = 1) as bounces, sum(seconds) as seconds
      from visits cross join lateral (values ('all', ''), ('entry', entry), ('exit', exit), ('source', source),
        ('campaign', campaign), ('country', country), ('device', device), ('browser', browser), ('system', system),
        ('locale', locale)) one (dimension, value)
      group by bot, dimension, value
      union all
      select bot, dimension, value, count(*), count(distinct visitor), count(distinct (visitor, visit)), 0, 0
      from numbered cross join lateral (values ('path', path), ('hour', to_char(received_at at time zone 'UTC', 'HH24')))
        one (dimension, value)
      group by bot, dimension, value
    )`;
}

function sumsOfDays(ofMonth: Sql): Sql {
  return sql`sums as (
      select bot, dimension, value, sum(views) as views, sum(visitors) as visitors, sum(visits) as visits,
        sum(bounces) as bounces, sum(seconds) as seconds
      from telemetry_visit_sums where ${ofMonth} group by bot, dimension, value
    )`;
}
