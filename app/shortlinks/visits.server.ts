import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { hasOptedOut } from '#app/telemetry/telemetry.server.ts';
import { hashVisitor, toDay } from '#app/telemetry/visitors.server.ts';
import type { Row } from '#database/rows.ts';
import type { CsvLine } from '#lib/csv/csv.ts';
import type { Database } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import type { LinkVisitor } from './link-visitor.server.ts';
import type { VisitCount, VisitField, VisitKind, VisitSpan, LinkVisitSums } from './shortlink.ts';

/** What a crash of the process may lose, and how far behind the figures are. */
const FLUSH_SECONDS = 5;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Of more than that nothing is counted until they are written. */
const MAX_WAITING = 20_000;
/** Of a link and day; the rest is `*`, so that made-up names cannot fill the disk. */
const MAX_SOURCES = 100;
const MAX_SOURCE = 100;
const MAX_REFERER = 2048;
const MAX_SWEPT = 10_000;
const SHOWN_VALUES = 10;

interface Visit {
  readonly shortlinkId: string;
  readonly at: Date;
  readonly kind: VisitKind;
  readonly branch: number;
  readonly address: string;
  readonly userAgent: string;
  readonly device: string;
  readonly locale: string;
  readonly country: string;
  readonly source: string;
}

/** In memory, until they are added up: a redirect waits for no statement. */
interface VisitLog {
  waiting: Visit[];
  lost: number;
  timer: NodeJS.Timeout | undefined;
  flushing: Promise<void> | undefined;
}

const createLog = (): VisitLog => ({ waiting: [], lost: 0, timer: undefined, flushing: undefined });

type NotedVisit = Pick<Visit, 'shortlinkId' | 'branch'>;

type Counting = Pick<Current, 'db' | 'now' | 'log'>;

/** Counts a visit within seconds, unless its client does not want to be counted. */
export function noteVisit(current: Counting, visitor: LinkVisitor, { shortlinkId, branch }: NotedVisit): void {
  if (hasOptedOut(visitor.headers)) return;
  const log = current.db.processState.get(createLog);
  if (log.waiting.length >= MAX_WAITING) {
    log.lost += 1;
    return;
  }
  const { headers, address, userAgent, locale, country, agent } = visitor;
  const source = readSource(headers.get('referer') ?? '');
  log.waiting.push({ shortlinkId, at: current.now(), branch, address, userAgent, ...agent, locale, country, source });
  log.timer ??= setTimeout(() => void flushVisits(current), FLUSH_SECONDS * 1000).unref();
}

/** The name of the site that had the link; its address may tell who looked at it. */
function readSource(referer: string): string {
  const url = referer === '' || referer.length > MAX_REFERER ? null : URL.parse(referer);
  return url === null || !/^https?:$/.test(url.protocol) ? '' : url.hostname.replace(/^www\./, '').slice(0, MAX_SOURCE);
}

/** Writes what was noted before it began. Never throws. */
export async function flushVisits({ db, log: logger }: Pick<Current, 'db' | 'log'>): Promise<void> {
  const log = db.processState.get(createLog);
  await log.flushing;
  clearTimeout(log.timer);
  log.timer = undefined;
  const visits = log.waiting;
  if (visits.length === 0) return;
  log.waiting = [];
  log.flushing = addVisits(db, visits)
    .then(
      () => void (log.lost = 0),
      (err: unknown) => {
        log.waiting = [...visits, ...log.waiting].slice(0, MAX_WAITING);
        logger.warn({ err, lost: log.lost }, 'visits of shortlinks wait to be counted');
        log.timer ??= setTimeout(() => void flushVisits({ db, log: logger }), FLUSH_SECONDS * 1000).unref();
      },
    )
    .finally(() => (log.flushing = undefined));
  await log.flushing;
}

/** All tables or none; all processes touch the rows in one order. Links that are gone are left out. */
async function addVisits(db: Database, visits: readonly Visit[]): Promise<void> {
  const people = visits.filter(({ kind }) => kind === 'person');
  const visitors = await Promise.all(
    people.map(async ({ shortlinkId, at, address, userAgent }) => {
      return { shortlinkId, at, hash: await hashVisitor(db, at, { address, userAgent, of: shortlinkId }) };
    }),
  );
  const counts = countFields(people);
  await db.transaction(async (db) => {
    await addTotals(db, visits);
    await addHours(db, visits, visitors);
    await addCounts(db, counts);
  });
}

/** As rows of a statement: `id`, `kind` and `at`. */
function rowsOf(visits: readonly Visit[]): Sql {
  return sql`unnest(${visits.map(({ shortlinkId }) => shortlinkId)}::uuid[], ${visits.map(({ kind }) => kind)}::text[],
    ${visits.map(({ at }) => at)}::timestamptz[]) v(id, kind, at)`;
}

/** Holds the links until the end, so that none of them goes meanwhile. */
async function addTotals(db: Database, visits: readonly Visit[]): Promise<void> {
  await db.query(sql`
    update shortlinks set visits = shortlinks.visits + v.visits, visited_at = greatest(shortlinks.visited_at, v.at)
    from (select s.shortlink_id, v.visits, v.at
      from (select id, count(*) filter (where kind = 'person') as visits, max(at) filter (where kind = 'person') as at
        from ${rowsOf(visits)} group by id) v
      join shortlinks s on s.shortlink_id = v.id order by s.shortlink_id for update of s) v
    where shortlinks.shortlink_id = v.shortlink_id`);
}

interface DayVisitor {
  readonly shortlinkId: string;
  readonly at: Date;
  /** Hexadecimal digits. */
  readonly hash: string;
}

/** Somebody who had not been there that day counts for the first hour in which anybody was. */
async function addHours(db: Database, visits: readonly Visit[], visitors: readonly DayVisitor[]): Promise<void> {
  await db.query(sql`
    with fresh as (
      insert into shortlink_visitors (shortlink_id, day, visitor)
      select distinct id, (at at time zone 'UTC')::date, decode(hash, 'hex')
      from unnest(${visitors.map(({ shortlinkId }) => shortlinkId)}::uuid[], ${visitors.map(({ at }) => at)}::timestamptz[],
        ${visitors.map(({ hash }) => hash)}::text[]) v(id, at, hash)
      join shortlinks on shortlink_id = id order by 1, 2, 3
      on conflict do nothing returning shortlink_id, day
    ), sums as (
      select id as shortlink_id, date_trunc('hour', at, 'UTC') as hour,
        count(*) filter (where kind = 'person') as visits, count(*) filter (where kind = 'bot') as bots,
        count(*) filter (where kind = 'unfurl') as unfurls
      from ${rowsOf(visits)} join shortlinks on shortlink_id = id group by 1, 2
    ), first_hours as (
      select shortlink_id, (hour at time zone 'UTC')::date as day, min(hour) as hour from sums where visits > 0 group by 1, 2
    )
    insert into shortlink_hours as held (shortlink_id, hour, visits, visitors, bots, unfurls)
    select s.shortlink_id, s.hour, s.visits, coalesce(f.visitors, 0), s.bots, s.unfurls from sums s
    left join (select h.shortlink_id, h.hour, count(*) as visitors from first_hours h
      join fresh on fresh.shortlink_id = h.shortlink_id and fresh.day = h.day group by 1, 2) f
      on f.shortlink_id = s.shortlink_id and f.hour = s.hour
    order by 1, 2
    on conflict (shortlink_id, hour) do update set visits = held.visits + excluded.visits,
      visitors = held.visitors + excluded.visitors, bots = held.bots + excluded.bots,
      unfurls = held.unfurls + excluded.unfurls`);
}

async function addCounts(db: Database, counts: readonly CountedField[]): Promise<void> {
  await db.query(sql`
    insert into shortlink_counts as held (shortlink_id, day, field, value, visits)
    select id, c.day, c.field, known.value, sum(n)
    from unnest(${counts.map(({ shortlinkId }) => shortlinkId)}::uuid[], ${counts.map(({ day }) => day)}::date[],
      ${counts.map(({ field }) => field)}::text[], ${counts.map(({ value }) => value)}::text[],
      ${counts.map(({ visits }) => visits)}::int[]) c(id, day, field, value, n)
    join shortlinks on shortlink_id = id
    cross join lateral (select case when c.field <> 'source' or exists (select from shortlink_counts k
        where k.shortlink_id = id and k.day = c.day and k.field = 'source' and k.value = c.value)
      or (select count(*) from (select from shortlink_counts k where k.shortlink_id = id and k.day = c.day
        and k.field = 'source' limit ${MAX_SOURCES}::int) k) < ${MAX_SOURCES}::int then c.value else '*' end as value) known
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (shortlink_id, day, field, value) do update set visits = held.visits + excluded.visits`);
}

interface CountedField {
  readonly shortlinkId: string;
  readonly day: string;
  readonly field: VisitField;
  readonly value: string;
  visits: number;
}

function countFields(people: readonly Visit[]): CountedField[] {
  const counts = new Map<string, CountedField>();
  const sources = new Map<string, number>();
  for (const { shortlinkId, at, branch, device, locale, country, source } of people) {
    const day = toDay(at);
    const values = { target: String(branch), device, locale, country, source };
    for (const [field, value] of Object.entries(values) as [VisitField, string][]) {
      const place = `${shortlinkId} ${day} ${field}`;
      const known = counts.get(`${place} ${value}`);
      const isMany = known === undefined && field === 'source' && (sources.get(place) ?? 0) >= MAX_SOURCES;
      const kept = isMany ? '*' : value;
      const count = counts.get(`${place} ${kept}`) ?? { shortlinkId, day, field, value: kept, visits: 0 };
      if (count.visits === 0 && field === 'source') sources.set(place, (sources.get(place) ?? 0) + 1);
      count.visits += 1;
      counts.set(`${place} ${kept}`, count);
    }
  }
  return [...counts.values()];
}

/** Of the last 24 hours by hours, 30 days by days, or 12 months (UTC), also those without any. Needs staff. @throws Problem 401 or 403 */
export async function listVisits(current: Current, shortlinkId: string, span: VisitSpan): Promise<LinkVisitSums[]> {
  requireRole(current, 'staff');
  const now = current.now();
  const [count, unit, step] = SPANS[span];
  const rows = await current.db.query<Omit<LinkVisitSums, 'at'> & { at: Date }>(sql`
    select s.at at time zone 'UTC' as at, coalesce(sum(visits), 0)::int as visits, coalesce(sum(visitors), 0)::int as visitors,
      coalesce(sum(bots), 0)::int as bots, coalesce(sum(unfurls), 0)::int as unfurls
    from (select date_trunc(${unit}::text, ${now}::timestamptz at time zone 'UTC') - n * ${step}::interval as at
      from generate_series(0, ${count}::int - 1) n) s
    left join shortlink_hours h on h.shortlink_id = ${shortlinkId}::uuid and h.hour >= s.at at time zone 'UTC'
      and h.hour < (s.at + ${step}::interval) at time zone 'UTC'
    group by s.at order by s.at`);
  return rows.map(({ at, ...sums }) => Object.assign(sums, { at: at.toISOString() }));
}

const SPANS = { day: [24, 'hour', '1 hour'], month: [30, 'day', '1 day'], year: [12, 'month', '1 month'] } as const;
const SPAN_DAYS = { day: 1, month: 30, year: 365 } as const;

/** The most frequent values of each field, by days. Needs staff. @throws Problem 401 or 403 */
export async function listVisitCounts(current: Current, shortlinkId: string, span: VisitSpan): Promise<VisitCount[]> {
  requireRole(current, 'staff');
  const since = new Date(current.now().getTime() - (SPAN_DAYS[span] - (span === 'day' ? 1 : 0)) * DAY_MS);
  return current.db.query<VisitCount>(sql`
    select field, value, visits from (
      select field, value, sum(visits)::int as visits,
        row_number() over (partition by field order by sum(visits) desc, value) as place
      from shortlink_counts where shortlink_id = ${shortlinkId} and day >= ${toDay(since)} group by field, value) c
    where place <= ${SHOWN_VALUES}::int order by field, place`);
}

/** By days (UTC), all that is kept: a line for each. Needs staff. @throws Problem 401 or 403 */
export async function exportVisits(current: Current, shortlinkId: string): Promise<CsvLine[]> {
  requireRole(current, 'staff');
  const rows = await current.db.heavy.query<Omit<LinkVisitSums, 'at'> & { day: string }>(sql`
    select to_char(hour at time zone 'UTC', 'YYYY-MM-DD') as day, sum(visits)::int as visits, sum(visitors)::int as visitors,
      sum(bots)::int as bots, sum(unfurls)::int as unfurls
    from shortlink_hours where shortlink_id = ${shortlinkId} group by 1 order by 1`);
  const counts = await current.db.heavy.query<VisitCount & { day: string }>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, field, value, visits from shortlink_counts
    where shortlink_id = ${shortlinkId} order by day, field, visits desc, value`);
  return [
    ['day', 'field', 'value', 'visits'],
    ...rows.flatMap(({ day, ...sums }) =>
      Object.entries(sums).map(([kind, visits]): CsvLine => [day, 'kind', kind, visits]),
    ),
    ...counts.map(({ day, field, value, visits }): CsvLine => [day, field, value, visits]),
  ];
}

/** Whose day is over: without the salt nobody is found by them. @returns how many rows */
export async function sweepVisitors({ db, now }: Current): Promise<number> {
  const rows = await db.query<Pick<Row<'shortlink_visitors'>, 'shortlink_id'>>(sql`
    delete from shortlink_visitors where ctid = any(array(
      select ctid from shortlink_visitors where day < ${toDay(now())} limit ${MAX_SWEPT})) returning shortlink_id`);
  return rows.length;
}
