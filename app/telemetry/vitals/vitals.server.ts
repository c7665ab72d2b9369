import type { Current } from '#app/current/current.server.ts';
import { withHeavyPool } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { notifyLater } from '#app/notifications/events.server.ts';
import type { Columns } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { version as runningVersion } from '#package';

import type { FindStaff } from '../issues/grouping.server.ts';
import { toDay } from '../visitors.server.ts';
import { brokenBudget } from './event-kinds.server.ts';
import { BUDGETS, MIN_SAMPLES, ofBucket } from './vital.ts';
import type { Device, RouteVitals, Vital } from './vital.ts';

const DAY_MS = 86_400_000;
const SHOWN_DAYS = 28;
const SHOWN_VERSIONS = 6;

interface VitalsFilter {
  readonly device?: Device | undefined;
  readonly version?: string | undefined;
}

/** Of the last 28 days, the routes with the most pages first. Needs staff. @throws Problem 401, 403 */
export async function listVitals(
  current: Current,
  { device, version }: VitalsFilter,
): Promise<{ routes: RouteVitals[]; versions: string[] }> {
  requireRole(current, 'staff');
  const { db } = withHeavyPool(current);
  const first = toDay(new Date(current.now().getTime() - (SHOWN_DAYS - 1) * DAY_MS));
  const condition = sql`day >= ${first}::date
    ${device === undefined ? sql.empty : sql`and device = ${device}`}
    ${version === undefined ? sql.empty : sql`and version = ${version}`}`;
  const found = await db.query<{ version: string }>(sql`
    select version from telemetry_vital_days where day >= ${first}::date
    group by version order by max(day) desc, version desc limit ${SHOWN_VERSIONS}`);
  const rows = await db.query<PercentileRow>(selectPercentiles(sql`route`, condition));
  const routes = Map.groupBy(rows, ({ route }) => route);
  return {
    routes: [...routes]
      .map(([route, measures]) => ({
        route,
        samples: Math.max(...measures.map(({ samples }) => Number(samples))),
        p75: Object.fromEntries(measures.map(({ metric, bucket }) => [metric, ofBucket(metric, bucket)])),
      }))
      .toSorted((one, other) => other.samples - one.samples || (one.route < other.route ? -1 : 1)),
    versions: found.map((row) => row.version),
  };
}

type PercentileRow = Columns<'telemetry_vital_days', { metric: Vital }> & {
  readonly route: string;
  readonly samples: string;
  readonly bucket: number;
};

/** The place of the 75th percentile of each measure. @param groups columns, with the route */
function selectPercentiles(groups: Sql, condition: Sql): Sql {
  return sql`with sums as (select ${groups}, metric, bucket, sum(samples) as samples from telemetry_vital_days
      where ${condition} group by ${groups}, metric, bucket),
    ranked as (select ${groups}, metric, bucket, sum(samples) over (partition by ${groups}, metric order by bucket) as up_to,
      sum(samples) over (partition by ${groups}, metric) as total from sums)
    select route, metric, total as samples, min(bucket)::int as bucket from ranked where up_to >= 0.75 * total
    group by ${groups}, metric, total`;
}

/** Tells staff, once for each release, that a route of the one that runs is slower than its budget. */
export async function checkBudgets(current: Current, findStaff: FindStaff): Promise<void> {
  const { db } = withHeavyPool(current);
  const rows = await db.query<PercentileRow>(selectPercentiles(sql`route, device`, sql`version = ${runningVersion}`));
  const isBroken = ({ metric, samples, bucket }: PercentileRow) =>
    Number(samples) >= MIN_SAMPLES && ofBucket(metric, bucket) > BUDGETS[metric];
  if (!rows.some(isBroken)) return;
  await notifyLater(current, brokenBudget, {
    key: runningVersion,
    details: { version: runningVersion },
    userIds: await findStaff(current),
  });
}
