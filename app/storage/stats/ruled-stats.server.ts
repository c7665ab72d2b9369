import type { Current } from '#app/current/current.server.ts';
import type { Database } from '#lib/database/database.server.ts';
import { isSqlState } from '#lib/database/database.server.ts';
import { atSavepoint } from '#lib/database/savepoint.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql, SqlValue } from '#lib/database/sql.server.ts';

import type { Crate } from '../crates/crate.ts';
import { rankedSql } from './ranks.server.ts';
import { statRule } from './rules.ts';
import type { StatRow } from './stats-merge.ts';

// Existing rows are locked before they are judged, so that what is judged is what is changed. A row inserted by others
// in between was not judged: it would become null, which the table refuses, so that the statement is undone and runs
// again.
export function ruledStatsSql(current: Current, crate: Crate, rows: readonly StatRow[]) {
  const { crateId } = crate;
  const intervals = intervalsSql(current, crate, rows);
  const judged = sql`judged as (select c.item_id, c.name, c.pause, locked.value as was, ${AFTER} as value,
      ${intervals.was} as turn, ${brokenLimitSql(intervals.isEarly)} as broken
    from (select * from changes c where ${IS_PRESENT} order by item_id, name) c
    left join lateral (select s.value from item_stats s where s.crate_id = ${crateId} and s.item_id = c.item_id
      and s.name = c.name limit 1 for no key update) locked on true ${intervals.join})`;
  const stats = sql`stats as (insert into item_stats as s (crate_id, item_id, name, value, ranked)
    select ${crateId}, j.item_id, j.name, j.value, ${rankedSql(crateId, sql`j.name`)} from judged j where ${ALLOWED} order by j.item_id, j.name
    on conflict (crate_id, item_id, name) do update set ranked = excluded.ranked, value =
      case when (s.item_id, s.name, s.value) in (select item_id, name, was from judged) then excluded.value end
    returning item_id, name, value)`;
  const broken = sql`select item_id, name, null, null, null, broken from judged where broken is not null`;
  return {
    before: [changesSql(crate, rows)],
    written: [judged, stats, ...intervals.written],
    answers: [broken],
  };
}

const TRIES = 100;

/** Retries end: once every row exists, nothing can be inserted in between. A failed statement would abort a whole transaction. */
export async function retryOnNewRows<Result>(db: Database, run: () => Promise<Result>, tries = TRIES): Promise<Result> {
  try {
    return await (db.isTransaction ? atSavepoint(db, run) : run());
  } catch (error) {
    if (!isSqlState(error, '23502') || tries === 0) throw error;
    return retryOnNewRows(db, run, tries - 1);
  }
}

// With its truth asked for it is a lookup in a hash; a plan for lists of any length would join each with each.
export const IS_PRESENT = sql`(c.item_id in (select item_id from present)) is true`;
const BEFORE = sql`coalesce(locked.value, 0)`;
const AFTER = sql`case when c.sets then c.value else ${BEFORE} + c.value end`;
const ALLOWED = sql`j.item_id not in (select item_id from judged where broken is not null)`;

function brokenLimitSql(isEarly: Sql): Sql {
  return sql`case when c.is_whole and ${AFTER} <> trunc(${AFTER}) then 'type'
    when case when c.sets then c.value else ${BEFORE} + c.low end < c.least then 'min'
    when case when c.sets then c.value else ${BEFORE} + c.high end > c.most then 'max'
    when case when c.sets then abs(c.value - ${BEFORE}) else c.step end > c.max_change then 'maxChange'
    when ${isEarly} then 'minInterval' end`;
}

function changesSql({ policy }: Crate, rows: readonly StatRow[]): Sql {
  const ruled = rows.map((row) => ({ ...row, rule: statRule(policy, row.name) }));
  const each = (toValue: (row: (typeof ruled)[number]) => SqlValue) => ruled.map(toValue);
  return sql`changes as materialized (
    select * from unnest((select ${each(({ itemId }) => itemId)}::uuid[]), (select ${each(({ name }) => name)}::text[]),
      (select ${each(({ change }) => change.value)}::float8[]), (select ${each(({ change }) => change.sets)}::bool[]),
      (select ${each(({ change }) => change.low)}::float8[]), (select ${each(({ change }) => change.high)}::float8[]),
      (select ${each(({ change }) => change.step)}::float8[]),
      (select ${each(({ rule }) => rule?.type === 'integer')}::bool[]),
      (select ${each(({ rule }) => rule?.min ?? null)}::float8[]), (select ${each(({ rule }) => rule?.max ?? null)}::float8[]),
      (select ${each(({ rule }) => rule?.maxChange ?? null)}::float8[]),
      (select ${each(({ rule }) => rule?.minInterval || null)}::float8[]))
      c(item_id, name, value, sets, low, high, step, is_whole, least, most, max_change, pause)
    order by item_id, name)`;
}

function intervalsSql({ actor, now }: Current, { crateId, policy }: Crate, rows: readonly StatRow[]) {
  if (!rows.some(({ name }) => statRule(policy, name)?.minInterval)) {
    return { written: [], join: sql.empty, was: sql`null::timestamptz`, isEarly: sql`false` };
  }
  // All callers without a sign-in share one turn.
  const [userId, at] = [actor.userId ?? '', now()];
  const join = sql`left join lateral (select t.at from item_stat_turns t where t.crate_id = ${crateId}
    and t.item_id = c.item_id and t.name = c.name and t.user_id = ${userId} and c.pause is not null
    limit 1 for no key update) turns on true`;
  const taken = sql`taken as (insert into item_stat_turns as t (crate_id, item_id, name, user_id, at)
    select ${crateId}, j.item_id, j.name, ${userId}, ${at}::timestamptz from judged j
    where j.pause is not null and ${ALLOWED} order by j.item_id, j.name
    on conflict (crate_id, item_id, name, user_id) do update set at =
      case when (t.item_id, t.name, t.at) in (select item_id, name, turn from judged) then excluded.at end)`;
  return {
    written: [taken],
    join,
    was: sql`turns.at`,
    isEarly: sql`turns.at > ${at}::timestamptz - c.pause * interval '1 second'`,
  };
}
