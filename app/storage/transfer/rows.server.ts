import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { Crate } from '../crates/crate.ts';
import { rankedSql } from '../stats/ranks.server.ts';
import { insertItems } from '../writes/creates.server.ts';
import type { NewItem } from '../writes/creates.server.ts';
import type { IncomingItem } from './incoming-items.server.ts';
import type { KnownItem } from './known-items.server.ts';
import type { Holder } from './lines.ts';

const ROWS_TOGETHER = 20_000;

/** Keeps the times, stats and records of new items. The caller has opened a transaction. */
export async function writeIncomingItems(
  current: Current,
  crate: Crate,
  fresh: readonly { incoming: IncomingItem; known: KnownItem | undefined }[],
): Promise<void> {
  const { crateId } = crate;
  const items = fresh.flatMap(({ incoming, known }) => newItem(current, incoming, known));
  await insertItems(current, crateId, items);
  // For those who follow the crate they are changes of here and now, whenever they were made.
  await current.db.query(sql`
    update item_changes set at = ${current.now()}, user_id = ${current.actor.userId ?? null}
    where crate_id = ${crateId} and xid = pg_current_xact_id()`);
  const stats = fresh.flatMap(({ incoming: { item } }) =>
    Object.entries(item.stats).map(([name, value]) => [item.itemId, name, value] as const),
  );
  for (const some of chunked(stats)) await insertStats(current, crateId, some);
  const holders = fresh.flatMap(({ incoming: { item, holders } }) =>
    holders.map((holder) => [item.itemId, ...holder] as const),
  );
  for (const some of chunked(holders)) await insertRecords(current, crateId, some);
}

/** Of items that are new. In a transaction. */
export async function insertStats(
  { db }: Current,
  crateId: string,
  stats: readonly (readonly [itemId: string, name: string, value: number])[],
): Promise<void> {
  const [itemIds, names, values] = [stats.map(([id]) => id), stats.map(([, name]) => name), stats.map((row) => row[2])];
  await db.query(sql`
    insert into item_stats (crate_id, item_id, name, value, ranked)
    select ${crateId}, n.item_id, n.name, n.value, ${rankedSql(crateId, sql`n.name`)}
    from unnest(${itemIds}::uuid[], ${names}::text[], ${values}::float8[]) n(item_id, name, value)
    on conflict (crate_id, item_id, name) do update set value = excluded.value`);
}

/** As `insertStats`. */
export async function insertRecords(
  { db }: Current,
  crateId: string,
  records: readonly (readonly [itemId: string, ...Holder])[],
): Promise<void> {
  const column = <At extends 0 | 1 | 2 | 3 | 4>(at: At) => records.map((row) => row[at]);
  await db.query(sql`
    insert into item_records (crate_id, item_id, name, user_id, value, created_at)
    select ${crateId}, * from unnest(${column(0)}::uuid[], ${column(1)}::text[], ${column(2)}::text[], ${column(3)}::float8[],
      ${column(4)}::timestamptz[])
    on conflict (crate_id, item_id, name, user_id) do update set value = excluded.value, created_at = excluded.created_at`);
}

function newItem(current: Current, { item, body }: IncomingItem, known: KnownItem | undefined): NewItem[] {
  if (body === undefined) return [];
  const { itemId, name = null, tags = [], collaborators, map = {}, note = null, updatedBy = null } = item;
  const createdAt = item.createdAt ?? current.now();
  const rev = Math.max(item.rev ?? Math.max(1, createdAt.getTime()), Number(known?.last_rev ?? 0) + 1);
  return [
    {
      itemId,
      rev: String(rev),
      name,
      map,
      note,
      body,
      createdAt,
      updatedBy,
      tags: [...new Set(tags)],
      collaborators: [...new Set(collaborators)],
      updatedAt: item.updatedAt ?? createdAt,
    },
  ];
}

function* chunked<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_TOGETHER) yield rows.slice(from, from + ROWS_TOGETHER);
}
