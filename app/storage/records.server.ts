import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { Crate } from './crates/crate.ts';
import type { Item } from './item.ts';
import { leastRecords } from './stats/rules.ts';

export const SHOWN_RECORDS = 3;

type RecordRow = Pick<Row<'item_records'>, 'item_id' | 'name' | 'user_id' | 'value' | 'created_at'>;

export async function addRecords(current: Current, crate: Crate, items: Item[], itemIds: string[]): Promise<void> {
  const { crateId, policy } = crate;
  const least = leastRecords(policy);
  // A loose index scan over the names: ten thousand holders of a record cost as much as three. The lists are selected
  // so that the planner does not see their lengths: it would plan anew for each.
  const best = await current.db.query<RecordRow>(sql`
    with recursive names as (
      select wanted.item_id, (select min(r.name) from item_records r where r.crate_id = ${crateId} and r.item_id = wanted.item_id) as name
      from unnest((select ${itemIds}::uuid[])) wanted(item_id)
      union all
      select n.item_id, (select min(r.name) from item_records r where r.crate_id = ${crateId} and r.item_id = n.item_id and r.name > n.name)
      from names n where n.name is not null
    )
    select n.item_id, n.name, best.user_id, best.value, best.created_at
    from names n
    cross join lateral (
      (select user_id, value, created_at from item_records r
        where r.crate_id = ${crateId} and r.item_id = n.item_id and r.name = n.name and n.name <> all((select ${least}::text[])::text[])
        order by value desc, created_at, user_id limit ${SHOWN_RECORDS}::int)
      union all
      (select user_id, value, created_at from item_records r
        where r.crate_id = ${crateId} and r.item_id = n.item_id and r.name = n.name and n.name = any((select ${least}::text[])::text[])
        order by value, created_at, user_id limit ${SHOWN_RECORDS}::int)
    ) best
    where n.name is not null
    order by n.item_id, n.name, case when n.name = any((select ${least}::text[])::text[]) then best.value else -best.value end, best.created_at, best.user_id`);
  const byId = new Map(items.map((item) => [item.itemId, item]));
  for (const { item_id: itemId, name, user_id: userId, value, created_at: createdAt } of best) {
    const records = byId.get(itemId)?.records;
    if (records === undefined) continue;
    const holder = { userId, value, createdAt: createdAt.toISOString() };
    // A record may be called `constructor`, which every object seems to have.
    if (Object.hasOwn(records, name)) records[name]?.push(holder);
    else records[name] = [holder];
  }
}

/** Those before somebody are counted up to so many. */
export const MAX_RANK = 1000;

interface RecordRank {
  readonly name: string;
  readonly value: number;
  /** From 1; `MAX_RANK` + 1 stands for all behind that. */
  readonly rank: number;
}

/** The place of one holder in each record of an item, in the order of `addRecords`. Reads what everybody may read. */
export async function findRecordRanks(
  { db }: Current,
  { crateId, policy }: Crate,
  itemId: string,
  userId: string,
): Promise<RecordRank[]> {
  const least = leastRecords(policy);
  const rows = await db.query<Pick<RecordRow, 'name' | 'value'> & { better: number }>(sql`
    select m.name, m.value, (select count(*)::int from (
      (select from item_records r where r.crate_id = ${crateId} and r.item_id = ${itemId}::uuid and r.name = m.name
        and m.name <> all(${least}::text[]) and r.value >= m.value
        and (r.value > m.value or (r.created_at, r.user_id) < (m.created_at, m.user_id)) limit ${MAX_RANK}::int)
      union all
      (select from item_records r where r.crate_id = ${crateId} and r.item_id = ${itemId}::uuid and r.name = m.name
        and m.name = any(${least}::text[]) and r.value <= m.value
        and (r.value < m.value or (r.created_at, r.user_id) < (m.created_at, m.user_id)) limit ${MAX_RANK}::int)
      ) b) as better
    from item_records m where m.crate_id = ${crateId} and m.item_id = ${itemId}::uuid and m.user_id = ${userId}`);
  return rows.map(({ name, value, better }) => ({ name, value, rank: better + 1 }));
}
