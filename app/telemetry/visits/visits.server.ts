import { withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { pathWithoutLocale } from '#app/current/locale.ts';
import { requireRole } from '#app/current/permission.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import { scrubUrl } from '../scrub.ts';
import { addDays, addMonths, comparedDays, countDays, readVisitsQuery, tellsSources } from './visits.ts';
import type { DaySpan, Dimension, SeriesUnit, VisitFigures, ViewSums, VisitsOfValue, VisitsQuery } from './visits.ts';

const DAYS_OF_QUARTER = 92;

/** From sums alone, whose hour is not over yet may be missing. Needs staff. @param most values of each dimension @throws Problem 401 or 403 */
export async function findVisits(
  current: Current,
  query: VisitsQuery,
  dimensions: readonly Dimension[],
  most: number,
): Promise<VisitFigures> {
  requireRole(current, 'staff');
  const heavy = withHeavyPool(current);
  const compared = comparedDays(query);
  const [days, hours, found] = await Promise.all([
    findDays(heavy, query, compared),
    isByHour(query) ? findHours(heavy, query, compared) : [],
    findValues(heavy, query, compared, dimensions, most),
  ]);
  const unit = isByHour(query) ? 'hour' : countDays(query) <= DAYS_OF_QUARTER ? 'day' : 'month';
  const rows = unit === 'hour' ? hours : days;
  const shown = toSeries(query, unit, rows, false);
  const held = compared === undefined ? [] : toSeries(compared, unit, rows, true);
  return {
    sums: addUp(days.filter(({ isBefore }) => !isBefore)),
    before: compared === undefined ? undefined : addUp(days.filter(({ isBefore }) => isBefore)),
    unit,
    series: shown.map(({ at, sums }, place) =>
      Object.assign({ at, before: compared && (held[place]?.sums ?? NONE) }, sums),
    ),
    lists: Object.fromEntries(Map.groupBy(found, ({ dimension }) => dimension)),
  };
}

const DAYS_OF_PAGE = 30;

/** Of one page in 30 days until today, from sums as above; none of what is no page. Needs staff. @throws Problem 401 or 403 */
export async function countPageViews(current: Current, path: string): Promise<number> {
  requireRole(current, 'staff');
  const last = current.now().toISOString().slice(0, 10);
  const query = readVisitsQuery(new URLSearchParams({ path, since: addDays(last, 1 - DAYS_OF_PAGE) }), last);
  return query.path === undefined ? 0 : addUp(await findDays(current, query, undefined)).views;
}

/** A page has no sums by the hour. */
function isByHour({ first, last, path }: VisitsQuery): boolean {
  return first === last && path === undefined;
}

interface SumsOfTime extends ViewSums {
  /** A day, or a day and an hour such as `2026-11-29T07`. */
  readonly time: string;
  readonly isBefore: boolean;
}

const NONE: ViewSums = { views: 0, visitors: 0, visits: 0, bounces: 0, seconds: 0 };

function addUp(rows: readonly ViewSums[]): ViewSums {
  return rows.reduce(
    (all, row) => ({
      views: all.views + row.views,
      visitors: all.visitors + row.visitors,
      visits: all.visits + row.visits,
      bounces: all.bounces + row.bounces,
      seconds: all.seconds + row.seconds,
    }),
    NONE,
  );
}

/** Every hour, day or month of them, also without a visit. */
function toSeries({ first, last }: DaySpan, unit: SeriesUnit, rows: readonly SumsOfTime[], isBefore: boolean) {
  const length = { hour: 13, day: 10, month: 7 }[unit];
  const found = Map.groupBy(
    rows.filter((row) => row.isBefore === isBefore),
    ({ time }) => time.slice(0, length),
  );
  return timesOf({ first, last }, unit).map((time) => {
    return { at: toIso(time), sums: addUp(found.get(time) ?? []) };
  });
}

function timesOf({ first, last }: DaySpan, unit: SeriesUnit): string[] {
  if (unit === 'hour') return Array.from({ length: 24 }, (_, hour) => `${first}T${String(hour).padStart(2, '0')}`);
  if (unit === 'day') return Array.from({ length: countDays({ first, last }) }, (_, at) => addDays(first, at));
  const months: string[] = [];
  for (let month = `${first.slice(0, 7)}-01`; month <= last; month = addMonths(month, 1))
    months.push(month.slice(0, 7));
  return months;
}

/** @param time a month, a day, or an hour of one */
function toIso(time: string): string {
  return new Date(time.length === 13 ? `${time}:00Z` : time).toISOString();
}

const SUMS = sql`coalesce(sum(views), 0)::float8 as views, coalesce(sum(visitors), 0)::float8 as visitors,
  coalesce(sum(visits), 0)::float8 as visits, coalesce(sum(bounces), 0)::float8 as bounces,
  coalesce(sum(seconds), 0)::float8 as seconds`;

/** The days of both spans, as rows of `day` and `is_before`. */
function daysOf(shown: DaySpan, compared: DaySpan | undefined): Sql {
  return sql`(select day::date as day, false as is_before
      from generate_series(${shown.first}::date::timestamp, ${shown.last}::date::timestamp, '1 day') day
    union all select day::date, true from generate_series(${compared?.first ?? null}::date::timestamp,
      ${compared?.last ?? null}::date::timestamp, '1 day') day) days`;
}

/** Day by day, because the index has the day before the value. */
function findDays({ db }: Current, query: VisitsQuery, compared: DaySpan | undefined): Promise<SumsOfTime[]> {
  const isMeant =
    query.path === undefined ? sql`dimension = 'all'` : sql`dimension = 'path' and ${ofPath(query, sql`value`)}`;
  return db.query<SumsOfTime>(sql`
    select to_char(days.day, 'YYYY-MM-DD') as time, days.is_before as "isBefore", of_day.*
    from ${daysOf(query, compared)} cross join lateral (select ${SUMS} from telemetry_visit_sums
      where span = 'day' and bot = ${query.isBot} and day = days.day and ${isMeant} having count(*) > 0) of_day`);
}

/** As it is counted, and where that is asked for, with what is below it: of the index a range in which some are beside it. */
function ofPath({ path = '', isBelow }: VisitsQuery, value: Sql): Sql {
  const from = pathWithoutLocale(new URL(scrubUrl(path, () => true, SITE)).pathname);
  if (!isBelow) return sql`${value} = ${from}`;
  return sql`${value} >= ${from} and ${value} < ${`${from}0`} and (${value} = ${from} or starts_with(${value}, ${`${from}/`}))`;
}

const SITE = 'http://site.invalid';

function findHours({ db }: Current, query: VisitsQuery, compared: DaySpan | undefined): Promise<SumsOfTime[]> {
  return db.query<SumsOfTime>(sql`
    select to_char(days.day, 'YYYY-MM-DD') || 'T' || value as time, days.is_before as "isBefore", ${SUMS}
    from ${daysOf(query, compared)} join telemetry_visit_sums s
      on span = 'day' and bot = ${query.isBot} and dimension = 'hour' and s.day = days.day
    group by 1, 2`);
}

type FoundValue = VisitsOfValue & { dimension: Dimension };

async function findValues(
  current: Current,
  query: VisitsQuery,
  compared: DaySpan | undefined,
  dimensions: readonly Dimension[],
  most: number,
): Promise<FoundValue[]> {
  if (query.path !== undefined) return findValuesOfPath(current, query, compared, dimensions, most);
  const today = current.now().toISOString().slice(0, 10);
  const select = selectPartOf(query.isBot, dimensions);
  const partsOf = (days: DaySpan) => sql.join(cutSpan(days, today).map(select), ' union all ');
  const before =
    compared === undefined
      ? sql`select dimension, value, 0::bigint as visits from top where false`
      : sql`select dimension, value, sum(part.visits) as visits from (${partsOf(compared)}) part join top using (dimension, value)
        group by dimension, value`;
  // How many rows there are depends on the days. What was before is added up of those that are shown, and of no other, and the limit
  // tells PostgreSQL how few these are.
  return current.db.query<FoundValue>(sql`${sql.unprepared}
    with sums as (select dimension, value, ${SUMS} from (${partsOf(query)}) part group by dimension, value),
    top as materialized (
      select * from (select *, row_number() over (partition by dimension order by visits desc, value) as place from sums) ranked
      where place <= ${most} limit ${most * dimensions.length}),
    before as (${before})
    select dimension, value, top.views, top.visitors, top.visits, top.bounces, top.seconds,
      coalesce(before.visits, 0)::float8 as "visitsBefore"
    from top left join before using (dimension, value) order by dimension, place`);
}

/** A range of the index each: joined with a list of spans, PostgreSQL would read the whole table. */
function selectPartOf(isBot: boolean, dimensions: readonly Dimension[]) {
  return ({ span, first, last }: SpanPart) => sql`
    select dimension, value, views, visitors, visits, bounces, seconds from telemetry_visit_sums
    where span = ${span} and bot = ${isBot} and dimension = any(${dimensions}::text[]) and day >= ${first}::date and day <= ${last}::date`;
}

interface SpanPart extends DaySpan {
  readonly span: 'day' | 'month';
}

const SHOWN_SUMS = sql`coalesce(sum(views) filter (where not is_before), 0)::float8 as views,
  coalesce(sum(visitors) filter (where not is_before), 0)::float8 as visitors,
  coalesce(sum(visits) filter (where not is_before), 0)::float8 as visits,
  coalesce(sum(bounces) filter (where not is_before), 0)::float8 as bounces,
  coalesce(sum(seconds) filter (where not is_before), 0)::float8 as seconds,
  coalesce(sum(visits) filter (where is_before), 0)::float8 as "visitsBefore"`;

/** Whole months of it have sums of their own, as that of today has, and the days around them. */
function cutSpan({ first, last }: DaySpan, today: string): SpanPart[] {
  const monthOf = (day: string) => `${day.slice(0, 7)}-01`;
  const start = first.endsWith('-01') ? first : addMonths(monthOf(first), 1);
  const end = last === today ? addMonths(monthOf(last), 1) : monthOf(addDays(last, 1));
  if (start >= end) return [{ span: 'day', first, last }];
  return [
    { span: 'day' as const, first, last: addDays(start, -1) },
    { span: 'month' as const, first: start, last: addDays(end, -1) },
    { span: 'day' as const, first: end, last },
  ].filter((part) => part.first <= part.last);
}

/** Which pages are below it, and from where and in which language each view came, unless these would be too many rows. */
async function findValuesOfPath(
  { db }: Current,
  query: VisitsQuery,
  compared: DaySpan | undefined,
  dimensions: readonly Dimension[],
  most: number,
): Promise<FoundValue[]> {
  const told = dimensions.filter((one) => (one !== 'source' && one !== 'locale') || tellsSources(query));
  // Those of views are added up by both before they are by each.
  return db.query<FoundValue>(sql`
    with days as materialized (select * from ${daysOf(query, compared)}),
    of_views as (select is_before, referrer_host, locale, sum(views) as views, sum(visitors) as visitors
      from days cross join lateral (select referrer_host, locale, views, visitors from telemetry_page_view_days
        where bot = ${query.isBot} and day = days.day and ${ofPath(query, sql`path`)}) of_day
      where array['source', 'locale'] && ${told}::text[] group by is_before, referrer_host, locale)
    select dimension, value, views, visitors, visits, bounces, seconds, "visitsBefore" from (
      select dimension, value, ${SHOWN_SUMS},
        row_number() over (partition by dimension order by sum(visits) filter (where not is_before) desc, value) as place
      from (
        select is_before, of_day.* from days cross join lateral (
          select dimension, value, views, visitors, visits, bounces, seconds from telemetry_visit_sums
          where span = 'day' and bot = ${query.isBot} and dimension = any(${told}::text[]) and dimension in ('path', 'entry', 'exit')
            and day = days.day and ${ofPath(query, sql`value`)}) of_day
        union all
        select is_before, one.dimension, one.value, views, visitors, visitors, 0, 0 from of_views
        cross join lateral (values ('source', referrer_host), ('locale', locale)) one (dimension, value)
        where one.dimension = any(${told}::text[])
      ) summed
      group by dimension, value having bool_or(not is_before)) ranked
    where place <= ${most} order by dimension, place`);
}
