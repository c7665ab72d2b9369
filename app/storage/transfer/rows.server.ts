import type { Current } from '#app/current/current.server.ts';

import type { Crate } from '../crates/crate.ts';
import { insertItems } from '../writes/creates.server.ts';
import type { NewItem } from '../writes/creates.server.ts';

import type { IncomingItem } from './incoming-items.server.ts';
import type { KnownItem } from './known-items.server.ts';

const ROWS_TOGETHER = 20_000;

/** Writes new items as they were elsewhere, with their stats and records. In a transaction of the caller's. */
export async function writeIncomingItems(
  current: Current,
  crate: Crate,
  fresh: readonly { arrival: IncomingItem; known: KnownItem | undefined }[],
): Promise<void> {
  const { crateId, policy } = crate;
  const items = fresh.flatMap(({ arrival, known }) => newItem(current, arrival, known));
  await insertItems(current, crateId, items);
  // They happen here and now, whenever they were made: those who follow the crate's changes are told so.
  await current.db.query(CHANGED_HERE, [crateId, current.now(), current.actor.userId ?? null]);
  const ranked = Object.keys(policy.stats ?? {});
  const stats = fresh.flatMap(({ arrival: { item } }) =>
    Object.entries(item.stats).map(([name, value]) => [item.itemId, name, value] as const),
  );
  for (const some of chunked(stats)) await current.db.query(STATS, [crateId, ...columnsOf(some, 3), ranked]);
  const holders = fresh.flatMap(({ arrival: { item, holders } }) =>
    holders.map((holder) => [item.itemId, ...holder] as const),
  );
  for (const some of chunked(holders)) await current.db.query(RECORDS, [crateId, ...columnsOf(some, 5)]);
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
      ...{ name, map, note, body, createdAt, updatedBy },
      tags: [...new Set(tags)],
      collaborators: [...new Set(collaborators)],
      updatedAt: item.updatedAt ?? createdAt,
    },
  ];
}

function* chunked<Row>(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let from = 0; from < rows.length; from += ROWS_TOGETHER) yield rows.slice(from, from + ROWS_TOGETHER);
}

function columnsOf(rows: readonly (readonly unknown[])[], columns: number): unknown[][] {
  return Array.from({ length: columns }, (_, at) => rows.map((row) => row[at]));
}

const CHANGED_HERE = {
  name: 'changes_import',
  text: 'update item_changes set at = $2, user_id = $3 where crate_id = $1 and xid = pg_current_xact_id()',
};
const STATS = {
  name: 'stats_import',
  text: `insert into item_stats (crate_id, item_id, name, value, ranked)
    select $1, n.item_id, n.name, n.value, n.name = any($5::text[])
    from unnest($2::uuid[], $3::text[], $4::float8[]) n(item_id, name, value)
    on conflict (crate_id, item_id, name) do update set value = excluded.value`,
};
const RECORDS = {
  name: 'records_import',
  text: `insert into item_records (crate_id, item_id, name, user_id, value, created_at)
    select $1, * from unnest($2::uuid[], $3::text[], $4::text[], $5::float8[], $6::timestamptz[])
    on conflict (crate_id, item_id, name, user_id) do update set value = excluded.value, created_at = excluded.created_at`,
};
