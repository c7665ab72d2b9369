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
