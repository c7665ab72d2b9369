import { withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { LiveFigures, LiveVisits } from './visits.ts';

const MINUTE_MS = 60_000;
const NOW_MINUTES = 5;
const MINUTES = 30;
const MAX_VIEWS = 50_000;
const MAX_VALUES = 15;

/** What people, not robots, have opened in the last half hour. Needs staff. @throws Problem 401 or 403 */
export async function findLiveFigures(current: Current): Promise<LiveFigures> {
  requireRole(current, 'staff');
  const now = current.now();
  const found = await withHeavyPool(current).db.query<LiveVisits & { kind: string; all: number }>(sql`
    with recent as materialized (
      select path, referrer_host, country, visitor, floor(extract(epoch from ${now}::timestamptz - received_at) / 60) as ago
      from telemetry_page_views
      where received_at > ${new Date(now.getTime() - MINUTES * MINUTE_MS)} and received_at <= ${now} and not bot
      order by received_at desc, id desc limit ${MAX_VIEWS})
    select kind, value, views, visitors, (select count(*)::int from recent) as all from (
      select kind, value, count(*)::int as views, count(distinct visitor)::int as visitors,
        row_number() over (partition by kind order by count(distinct visitor) desc, value) as place
      from recent cross join lateral (values ('minute', ago::text), ('now', case when ago < ${NOW_MINUTES} then '' end),
        ('path', path), ('source', nullif(referrer_host, '')), ('country', nullif(country, ''))) one (kind, value)
      where value is not null group by kind, value) ranked
    where kind = 'minute' or place <= ${MAX_VALUES} order by kind, place`);
  const ofKind = (kind: string) => found.filter((one) => one.kind === kind);
  const byMinute = new Map(ofKind('minute').map(({ value, views }) => [Number(value), views]));
  return {
    visitors: ofKind('now')[0]?.visitors ?? 0,
    minutes: Array.from({ length: MINUTES }, (_, at) => {
      const ago = MINUTES - 1 - at;
      return { ago, views: byMinute.get(ago) ?? 0 };
    }),
    pages: ofKind('path').map(toLiveVisits),
    sources: ofKind('source').map(toLiveVisits),
    countries: ofKind('country').map(toLiveVisits),
    isCut: (found[0]?.all ?? 0) === MAX_VIEWS,
  };
}

/** How many people were here in the last five minutes. Needs staff. @throws Problem 401 or 403 */
export async function countVisitorsNow(current: Current): Promise<number> {
  requireRole(current, 'staff');
  const now = current.now();
  const since = new Date(now.getTime() - NOW_MINUTES * MINUTE_MS);
  const [row] = await withHeavyPool(current).db.query<{ visitors: number }>(sql`
    select count(distinct visitor)::int as visitors from (
      select visitor from telemetry_page_views where received_at > ${since} and received_at <= ${now} and not bot
      order by received_at desc, id desc limit ${MAX_VIEWS}) recent`);
  return row?.visitors ?? 0;
}

function toLiveVisits({ value, views, visitors }: LiveVisits): LiveVisits {
  return { value, views, visitors };
}
