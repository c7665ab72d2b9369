import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import type { CrateSearch } from './scan-plan.server.ts';
import type { StatBound } from './search.ts';

/** A stat with more rows within its bounds counts as common. */
const PROBE_ROWS = 4096;

/** Of a bound by date or stat. */
export const OPERATORS: Readonly<Record<StatBound['operator'], Sql>> = {
  '<': sql`<`,
  '<=': sql`<=`,
  '>': sql`>`,
  '>=': sql`>=`,
  '=': sql`=`,
};

interface StatRange {
  readonly stat: string;
  /** How many items have a value within the bounds, hidden and deleted ones among them. */
  readonly size: number;
}

/**
 * The stat whose bounds leave the fewest rows; undefined where those of each are many. Not the one that is sorted by, in whose
 * order its range is walked.
 */
export async function shortestRange(current: Current, search: CrateSearch): Promise<StatRange | undefined> {
  const stats = boundStats(search).filter((stat) => stat !== search.query.sort.stat);
  if (stats.length === 0) return undefined;
  const ranges = stats.map(
    (stat) => sql`select ${stat}::text as stat, (select count(*)::int from
      (select from item_stats r where ${rangeSql(search, stat)} limit ${PROBE_ROWS}::int) probe) as size`,
  );
  const rows = await current.db.query<StatRange>(sql`${sql.join(ranges, ' union all ')} order by size limit 1`);
  return rows.find(({ size }) => size < PROBE_ROWS);
}

export function boundStats({ query: { stats = [] } }: CrateSearch): string[] {
  return [...new Set(stats.map(({ stat }) => stat))];
}

/** The rows `r` of a stat that are within its bounds. */
export function rangeSql(search: CrateSearch, stat: string): Sql {
  const own = sql`r.crate_id = ${search.crateId} and r.name = ${stat} and r.rank is not null`;
  return sql.join([own, ...boundsSql(sql`r.rank`, search, stat)], ' and ');
}

/** What the bounds of a stat say of its value. */
export function boundsSql(value: Sql, { query: { stats = [] } }: CrateSearch, stat: string): Sql[] {
  const own = stats.filter((bound) => bound.stat === stat);
  return own.map((bound) => sql`${value} ${OPERATORS[bound.operator]} ${bound.value}::float8`);
}
