import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { Crate } from '../crates/crate.ts';
import { mayAct } from '../crates/policy.ts';
import { invalidUpdates, noItem } from '../problems.ts';
import { accessByRight, writeRight } from '../stats/rules.ts';
import { updateManyStats } from '../stats/stats.server.ts';
import { StepConflict, leave } from './frozen-row.ts';
import type { FrozenRow, RowOutcome } from './frozen-row.ts';

/** Of items that are locked. Stats move no revision: they are held against their values at the preview, and locked until the end. */
export async function setStats(
  current: Current,
  { crateId }: Crate,
  set: Readonly<Record<string, number>>,
  frozen: readonly FrozenRow[],
): Promise<RowOutcome[]> {
  const names = Object.keys(set);
  const now = await lockStats(current, crateId, frozen, names);
  const isStill = ({ itemId, stats }: FrozenRow) =>
    names.every((name) => (now.get(itemId)?.get(name) ?? null) === (stats?.[name] ?? null));
  const ready = frozen.filter(isStill);
  const left = frozen.filter((row) => !isStill(row)).map((row) => leave(row, 'changedMeanwhile'));
  if (ready.length === 0) return left;
  const results = await updateManyStats(
    current,
    crateId,
    ready.map(({ itemId }) => ({ itemId, setStats: { ...set } })),
  );
  await refuseOverwritten(current, crateId, ready, names);
  const written = ready.map((row, at): RowOutcome => {
    const result = results[at];
    if (result === undefined || !('problem' in result)) return { itemId: row.itemId, outcome: 'changed', rev: null };
    const { code } = result.problem;
    return leave(row, code === noItem.code ? 'gone' : code === invalidUpdates.code ? 'refused' : 'forbidden');
  });
  return [...left, ...written];
}

async function lockStats(
  { db }: Current,
  crateId: string,
  rows: readonly FrozenRow[],
  names: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const itemIds = rows.map(({ itemId }) => itemId);
  const found = await db.query<Pick<Row<'item_stats'>, 'item_id' | 'name' | 'value'>>(sql`
    select item_id, name, value from item_stats
    where crate_id = ${crateId} and item_id = any((select ${itemIds}::uuid[])::uuid[])
      and name = any((select ${names}::text[])::text[])
    order by item_id, name for no key update`);
  const byItem = new Map<string, Map<string, number>>();
  for (const { item_id: itemId, name, value } of found) {
    const stats = byItem.get(itemId) ?? new Map<string, number>();
    byItem.set(itemId, stats.set(name, value));
  }
  return byItem;
}

/** What was not there could not be locked: a row that somebody has put there since was written over, not inserted. */
async function refuseOverwritten(
  { db }: Current,
  crateId: string,
  rows: readonly FrozenRow[],
  names: readonly string[],
): Promise<void> {
  const absent = rows.flatMap(({ itemId, stats }) =>
    names.filter((name) => (stats?.[name] ?? null) === null).map((name) => ({ itemId, name })),
  );
  const [itemIds, absentNames] = [absent.map(({ itemId }) => itemId), absent.map(({ name }) => name)];
  const found = await db.query(sql`
    select from unnest((select ${itemIds}::uuid[]), (select ${absentNames}::text[])) a(item_id, name)
    cross join lateral (select s.xmax from item_stats s
      where s.crate_id = ${crateId} and s.item_id = a.item_id and s.name = a.name limit 1) s
    where s.xmax <> '0'::xid limit 1`);
  if (found.length > 0) throw new StepConflict('a stat has come meanwhile');
}

/** By the rights of whoever undoes it, but without the rules of stats, which are for what is new: what was there comes back. */
export async function undoStats(
  current: Current,
  { crateId, policy }: Crate,
  set: Readonly<Record<string, number>>,
  rows: readonly FrozenRow[],
): Promise<RowOutcome[]> {
  const names = Object.keys(set);
  const { db, actor } = current;
  const rights = names.map((name) => accessByRight(policy, writeRight(policy, 'stats', name), actor));
  const itemIds = rows.map(({ itemId }) => itemId);
  const there = await db.query<Pick<Row<'items'>, 'item_id' | 'collaborators' | 'tags'>>(sql`
    select item_id, collaborators, tags from items
    where crate_id = ${crateId} and item_id = any((select ${itemIds}::uuid[])::uuid[])
    order by item_id for no key update`);
  const present = new Map(there.map((item) => [item.item_id, item]));
  const now = await lockStats(current, crateId, rows, names);
  const written = rows.map((row): RowOutcome => {
    const item = present.get(row.itemId);
    if (item === undefined) return leave(row, 'gone');
    if (!rights.every((access) => mayAct(access, item))) return leave(row, 'forbidden');
    const isOurs = names.every((name) => now.get(row.itemId)?.get(name) === set[name]);
    return leave(row, isOurs ? 'changed' : 'changedMeanwhile');
  });
  const ours = new Set(written.filter(({ outcome }) => outcome === 'changed').map(({ itemId }) => itemId));
  const wanted = rows
    .filter(({ itemId }) => ours.has(itemId))
    .flatMap(({ itemId, stats }) => names.map((name) => ({ itemId, name, value: stats?.[name] ?? null })));
  const ids = wanted.map(({ itemId }) => itemId);
  const [wantedNames, values] = [wanted.map(({ name }) => name), wanted.map(({ value }) => value)];
  const was = sql`unnest((select ${ids}::uuid[]), (select ${wantedNames}::text[]), (select ${values}::float8[]))
    w(item_id, name, value)`;
  await db.query(sql`
    update item_stats s set value = w.value from ${was}
    where s.crate_id = ${crateId} and s.item_id = w.item_id and s.name = w.name and w.value is not null`);
  await db.query(sql`
    delete from item_stats s using ${was}
    where s.crate_id = ${crateId} and s.item_id = w.item_id and s.name = w.name and w.value is null`);
  return written;
}
