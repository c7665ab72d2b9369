import type { Current } from '#app/current/current.server.ts';
import type { Database } from '#lib/database/database.server.ts';
import { isSqlState } from '#lib/database/database.server.ts';

import type { Values } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
import { statRule } from './rules.ts';
import { STATS_WRITTEN, list } from './stat-rows.server.ts';
import type { StatRow, StatementParts } from './stat-rows.server.ts';

/**
 * Adds to and sets stats of which some have a rule. The rows that are there are locked and then held against their
 * rules, so that what is judged is what is changed. A row that comes up only meanwhile is not what was judged: it would
 * become null, which the table does not take, so that the statement is undone as a whole and runs again.
 */
export function ruledStatsSql(
  current: Current,
  crate: Crate,
  rows: readonly StatRow[],
  crateId: string,
  values: Values,
): StatementParts {
  const turns = turnsSql(current, crate, rows, crateId, values);
  const held = `held as (select c.item_id, c.name, h.value from ${IN_ORDER} cross join lateral (
    select s.value from item_stats s where s.crate_id = ${crateId} and s.item_id = c.item_id and s.name = c.name
    limit 1 for no key update) h)`;
  const judged = `judged as (select c.item_id, c.name, c.is_ruled, c.pause, held.value as was, ${AFTER} as value, ${turns.was} as turn,
      ${brokenLimitSql(turns.isEarly)} as broken
    from changes c join present using (item_id) left join held using (item_id, name) ${turns.join})`;
  const stats = `stats as (insert into item_stats as s (crate_id, item_id, name, value, ranked)
    select ${crateId}, j.item_id, j.name, j.value, j.is_ruled from judged j where ${ALLOWED} order by j.item_id, j.name
    on conflict (crate_id, item_id, name) do update set ranked = excluded.ranked, value =
      case when (s.item_id, s.name, s.value) in (select item_id, name, was from judged) then excluded.value end
    returning item_id, name, value)`;
  return {
    source: 'changes',
    before: [`changes as materialized (${changesSql(crate, rows, values)})`],
    written: [held, ...turns.before, judged, stats, ...turns.written],
    answers: [STATS_WRITTEN, `select item_id, name, null, null, null, broken from judged where broken is not null`],
  };
}

const TRIES = 100;

/** Runs a judged statement until nothing comes up between its judging and its writing; then there is nothing left to. */
export async function retryOnNewRows<Result>(db: Database, ask: () => Promise<Result>, tries = TRIES): Promise<Result> {
  try {
    return await (db.isTransaction ? atSavepoint(db, ask) : ask());
  } catch (error) {
    if (!isSqlState(error, '23502') || tries === 0) throw error;
    return retryOnNewRows(db, ask, tries - 1);
  }
}

/** A failed statement would take the whole transaction with it. */
async function atSavepoint<Result>(db: Database, ask: () => Promise<Result>): Promise<Result> {
  await db.run('savepoint stats');
  try {
    const result = await ask();
    await db.run('release savepoint stats');
    return result;
  } catch (error) {
    if (isSqlState(error, '23502')) await db.run('rollback to savepoint stats');
    throw error;
  }
}

const IN_ORDER = '(select * from changes join present using (item_id) order by item_id, name) c';
const BEFORE = 'coalesce(held.value, 0)';
const AFTER = `case when c.sets then c.value else ${BEFORE} + c.value end`;
const ALLOWED = 'j.item_id not in (select item_id from judged where broken is not null)';

/** The first limit that a change breaks, by its name in the policy. @param isEarly whether the asker's turn is too soon */
function brokenLimitSql(isEarly: string): string {
  const step = `case when c.sets then abs(c.value - ${BEFORE}) else c.step end`;
  const low = `case when c.sets then c.value else ${BEFORE} + c.low end`;
  const high = `case when c.sets then c.value else ${BEFORE} + c.high end`;
  return `case when c.is_whole and ${AFTER} <> trunc(${AFTER}) then 'type' when ${low} < c.least then 'min'
    when ${high} > c.most then 'max' when ${step} > c.max_change then 'maxChange' when ${isEarly} then 'minInterval' end`;
}

function changesSql({ policy }: Crate, rows: readonly StatRow[], values: Values): string {
  const ruled = rows.map(({ itemId, name, change }) => ({ itemId, name, change, rule: statRule(policy, name) }));
  type Ruled = (typeof ruled)[number];
  const column = (valueOf: (row: Ruled) => unknown, type: string) => list(values, ruled.map(valueOf), type);
  const columns = {
    item_id: column(({ itemId }) => itemId, 'uuid'),
    name: column(({ name }) => name, 'text'),
    value: column(({ change }) => change.value, 'float8'),
    sets: column(({ change }) => change.sets, 'bool'),
    low: column(({ change }) => change.low, 'float8'),
    high: column(({ change }) => change.high, 'float8'),
    step: column(({ change }) => change.step, 'float8'),
    is_ruled: column(({ rule }) => rule !== undefined, 'bool'),
    is_whole: column(({ rule }) => rule?.type === 'integer', 'bool'),
    least: column(({ rule }) => rule?.min ?? null, 'float8'),
    most: column(({ rule }) => rule?.max ?? null, 'float8'),
    max_change: column(({ rule }) => rule?.maxChange ?? null, 'float8'),
    pause: column(({ rule }) => rule?.minInterval || null, 'float8'),
  };
  const names = Object.keys(columns).join(', ');
  return `select item_id, name, ${names.slice('item_id, name, '.length)} from unnest(${Object.values(columns).join(', ')}) c(${names})
    order by item_id, name`;
}

/** How turns are looked at, locked and taken; nothing where no change has to wait for one. */
function turnsSql(
  { actor, now }: Current,
  { policy }: Crate,
  rows: readonly StatRow[],
  crateId: string,
  values: Values,
) {
  if (!rows.some(({ name }) => statRule(policy, name)?.minInterval)) {
    return { before: [], written: [], join: '', was: 'null::timestamptz', isEarly: 'false' };
  }
  // Whoever has not signed in shares one turn with all others.
  const [asker, at] = [values.add(actor.userId ?? '', 'text'), values.add(now(), 'timestamptz')];
  const turns = `turns as (select c.item_id, c.name, h.at from ${IN_ORDER} cross join lateral (
    select t.at from item_stat_turns t where t.crate_id = ${crateId} and t.item_id = c.item_id and t.name = c.name
      and t.user_id = ${asker} and c.pause is not null limit 1 for no key update) h)`;
  const taken = `taken as (insert into item_stat_turns as t (crate_id, item_id, name, user_id, at)
    select ${crateId}, j.item_id, j.name, ${asker}, ${at} from judged j where j.pause is not null and ${ALLOWED}
    order by j.item_id, j.name
    on conflict (crate_id, item_id, name, user_id) do update set at =
      case when (t.item_id, t.name, t.at) in (select item_id, name, turn from judged) then excluded.at end)`;
  return {
    before: [turns],
    written: [taken],
    join: 'left join turns using (item_id, name)',
    was: 'turns.at',
    isEarly: `turns.at > ${at} - c.pause * interval '1 second'`,
  };
}
