import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql, SqlValue } from '#lib/database/sql.server.ts';

import type { Range, FieldOrder } from './level-query.ts';
import { toFirstUuid, toLastUuid } from './row-id.ts';

export interface PageOrder<Field extends string> {
  readonly columns: Readonly<Record<Field, Sql>>;
  readonly sort: FieldOrder<Field>;
  readonly ranges: readonly Range<Field>[];
  readonly tie: LastRow | undefined;
}

/** The last row of a page that others follow, and its value of what the search is sorted by. */
export interface LastRow {
  /** Its UUID, or the `_id` that tools know. */
  readonly itemId: string;
  readonly value: number | Date;
}

/** @param found one more than `limit`, if there are more */
export function cutRows<Found extends { readonly item_id: string; readonly sort_value: number | Date }>(
  found: readonly Found[],
  limit: number,
): { rows: Found[]; last: LastRow | undefined } {
  const { shown, last } = cutPage(found, limit);
  return { rows: shown, last: last && { itemId: last.item_id, value: last.sort_value } };
}

/** Tools go on with the last row's value as a bound, which is inclusive, and its id as the tiebreaker. */
export function pageConditions<Field extends string>({ columns, sort, ranges, tie }: PageOrder<Field>): Sql[] {
  const conditions = ranges.flatMap(({ field, min, max }) => {
    // A bound that the place says again would make the planner take the hits for fewer than there are.
    const tieValue = field === sort.field ? tie?.value : undefined;
    const isPlaced = (bound: number | Date, ascending: boolean) =>
      tieValue !== undefined && sort.ascending === ascending && (ascending ? bound <= tieValue : bound >= tieValue);
    return [
      ...(min === undefined || isPlaced(min, true) ? [] : [sql`${columns[field]} >= ${min}${castFor(min)}`]),
      ...(max === undefined || isPlaced(max, false) ? [] : [sql`${columns[field]} <= ${max}${castFor(max)}`]),
    ];
  });
  if (tie === undefined) return conditions;
  const itemId = sort.ascending ? toLastUuid(tie.itemId) : toFirstUuid(tie.itemId);
  const position = sql`(${tie.value}${castFor(tie.value)}, ${itemId}::uuid)`;
  const row = sql`(${columns[sort.field]}, item_id)`;
  return [...conditions, sort.ascending ? sql`${row} > ${position}` : sql`${row} < ${position}`];
}

export function orderBySort({ sort }: Pick<PageOrder<string>, 'sort'>): Sql {
  return sort.ascending ? sql`order by sort_value, item_id` : sql`order by sort_value desc, item_id desc`;
}

/** The bound that a tool sent beside its tiebreaker, in the direction of the sort. */
export function findTieBound<Field extends string>(
  { field, ascending }: FieldOrder<Field>,
  ranges: readonly Range<Field>[],
): number | Date | undefined {
  const bounds = ranges.filter((range) => range.field === field).map(({ min, max }) => (ascending ? min : max));
  const sent = bounds.filter((bound) => bound !== undefined);
  return sent.toSorted((a, b) => (ascending ? Number(b) - Number(a) : Number(a) - Number(b)))[0];
}

/** Planned for its values each time: which way is short depends on how rare the tags are and how narrow the ranges. */
export const CUSTOM_PLAN = sql.unprepared;

function castFor(value: SqlValue): Sql {
  return value instanceof Date ? sql`::timestamptz` : sql`::float8`;
}
