import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { MergedPair, Merger } from '#app/current/personal-data.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { retryAfterDeadlock } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { Policy } from './crates/policy.ts';
import { deleteItems } from './deleting.server.ts';
import { notifyFollowers } from './feed/notify.server.ts';
import { mergeInSets } from './sets/people.server.ts';
import { leastRecords } from './stats/rules.ts';

const BATCH = 100;

/** Crate by crate; the place is the crate. Who works on one with both is named once. */
export const mergedItems: Merger = {
  name: 'storage.mergedItems',
  run: (current, pair, place) =>
    forNextCrate(current, place, async ({ crate_id: crateId }) => {
      const changed = await retryAfterDeadlock(current.db, () =>
        inTransaction(current, (current) => moveItems(current, crateId, pair)),
      );
      if (changed > 0) notifyFollowers(current, crateId);
      return changed;
    }),
};

/** Of two records of one item the better stays, with its time. */
export const mergedRecords: Merger = {
  name: 'storage.mergedRecords',
  run: (current, { goneId, keptId }, place) =>
    forNextCrate(current, place, async ({ crate_id: crateId, policy }) => {
      const [row] = await current.db.query<{ changed: number }>(sql`
        with gone as (
          delete from item_records where (crate_id, item_id, name, user_id) in (
            select crate_id, item_id, name, user_id from item_records
            where crate_id = ${crateId} and user_id = ${goneId} limit ${BATCH}::int)
          returning item_id, name, value, created_at
        ), merged as (
          insert into item_records as k (crate_id, item_id, name, user_id, value, created_at)
          select ${crateId}, item_id, name, ${keptId}, value, created_at from gone
          on conflict (crate_id, item_id, name, user_id) do update set value = excluded.value, created_at = excluded.created_at
            where case when k.name = any(${leastRecords(policy)}::text[]) then excluded.value < k.value
              else excluded.value > k.value end
        )
        select count(*)::int as changed from gone`);
      return row?.changed ?? 0;
    }),
};

/** A like or a follow by both is there once, with what counts it. */
export const mergedSets: Merger = {
  name: 'storage.mergedSets',
  run: async (current, { goneId, keptId }) => ({
    changed: await mergeInSets(current, goneId, keptId),
    next: undefined,
  }),
};

/** What still counts for the one counts for the other; quotas ask at the next write. */
export const mergedUsage: Merger = {
  name: 'storage.mergedUsage',
  run: async (current, { goneId, keptId }) => {
    const [row] = await current.db.query<{ changed: number }>(sql`
      with gone as (
        delete from usage where user_id = ${goneId} returning *
      ), added as (
        insert into usage as u (crate_id, user_id, bytes, items, versions)
        select crate_id, ${keptId}, bytes, items, versions from gone
        on conflict (crate_id, user_id) do update set bytes = u.bytes + excluded.bytes, items = u.items + excluded.items,
          versions = u.versions + excluded.versions
      )
      select count(*)::int as changed from gone`);
    return { changed: row?.changed ?? 0, next: undefined };
  },
};

type MergedCrateRow = Pick<Row<'crates'>, 'crate_id'> & Columns<'crates', { policy: Policy }>;

async function forNextCrate(
  { db }: Current,
  place: string | undefined,
  work: (crate: MergedCrateRow) => Promise<number>,
): Promise<{ changed: number; next: string | undefined }> {
  const [crate] =
    await db.query<MergedCrateRow>(sql`select crate_id, policy from crates where crate_id >= ${place ?? ''}
    order by crate_id limit 1`);
  if (crate === undefined) return { changed: 0, next: undefined };
  const changed = await work(crate);
  // The next name in the order of bytes.
  return { changed, next: changed >= BATCH ? crate.crate_id : `${crate.crate_id}\u0001` };
}

/** In a transaction. They have changed for whoever follows the crate. */
async function moveItems({ db, now }: Current, crateId: string, { goneId, keptId }: MergedPair): Promise<number> {
  const rows = await db.query<Pick<Row<'items'>, 'item_id'>>(sql`
    select item_id from items
    where crate_id = ${crateId} and (user_id = ${goneId} or collaborators @> array[${goneId}::text]
      or item_id in (select item_id from item_shares where crate_id = ${crateId} and user_id = ${goneId}))
    order by item_id limit ${BATCH}::int for update`);
  const ids = rows.map((row) => row.item_id);
  if (ids.length === 0) return 0;
  await db.query(sql`delete from item_shares where crate_id = ${crateId} and user_id = any(${[goneId, keptId]}::text[])
    and item_id = any(${ids}::uuid[])`);
  await db.query(sql`
    with item as (
      update items i set rev = i.rev + 1, updated_at = greatest(i.updated_at, ${now()}::timestamptz),
        user_id = case when i.user_id = ${goneId} then ${keptId} else i.user_id end,
        updated_by = case when i.updated_by = ${goneId} then ${keptId} else i.updated_by end,
        collaborators = (select array_agg(who order by place) from (
          select who, min(place) as place
          from unnest(array_replace(i.collaborators, ${goneId}::text, ${keptId}::text)) with ordinality c(who, place)
          group by who) once)
      where i.crate_id = ${crateId} and i.item_id = any(${ids}::uuid[])
      returning i.item_id, i.ordinal, i.rev, i.updated_at, i.created_at, i.tags, i.collaborators
    ), shared as (
      insert into item_shares (crate_id, user_id, created_at, item_id, ordinal)
      select ${crateId}, ${keptId}, created_at, item_id, ordinal from item where ${keptId} = any(collaborators[2:])
    )
    insert into item_changes (crate_id, item_id, ordinal, rev, kind, at, user_id, tags, collaborators)
    select ${crateId}, item_id, ordinal, rev, 'update', updated_at, null, tags, collaborators from item`);
  return ids.length;
}

interface NamedMerge {
  readonly from: string;
  readonly into: string;
  /** Stats that something else counts. */
  readonly skipped: readonly string[];
  /** Stats of which the higher stays. */
  readonly ranks: readonly string[];
}

/** Of items that are called as people: the one gets the stats of the other, which goes; without one the other gets its name. A job's. */
export function mergeNamedItem(outer: Current, crateId: string, merge: NamedMerge): Promise<number> {
  return inTransaction(outer, async (current) => {
    const { db, now } = current;
    const rows = await db.query<Pick<Row<'items'>, 'item_id' | 'name'>>(sql`
      select item_id, name from items where crate_id = ${crateId} and name = any(${[merge.from, merge.into]}::text[])
      order by item_id for update`);
    const [from, into] = [merge.from, merge.into].map((name) => rows.find((row) => row.name === name)?.item_id);
    if (from === undefined) return 0;
    if (into === undefined) {
      await db.query(sql`
        with item as (
          update items set name = ${merge.into}, rev = rev + 1, updated_at = greatest(updated_at, ${now()}::timestamptz)
          where crate_id = ${crateId} and item_id = ${from} returning item_id, ordinal, rev, updated_at, tags, collaborators
        )
        insert into item_changes (crate_id, item_id, ordinal, rev, kind, at, user_id, tags, collaborators)
        select ${crateId}, item_id, ordinal, rev, 'update', updated_at, null, tags, collaborators from item`);
      return 1;
    }
    await db.query(sql`
      insert into item_stats as k (crate_id, item_id, name, value, ranked)
      select crate_id, ${into}::uuid, name, value, ranked from item_stats
      where crate_id = ${crateId} and item_id = ${from} and name <> all(${[...merge.skipped]}::text[])
      on conflict (crate_id, item_id, name) do update set value = case when k.name = any(${[...merge.ranks]}::text[])
        then greatest(k.value, excluded.value) else k.value + excluded.value end`);
    await deleteItems(current, crateId, [from]);
    return 1;
  });
}
