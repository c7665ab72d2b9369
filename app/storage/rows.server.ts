import type { Current } from '#app/current/current.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { Crate } from './crates/crate.ts';
import type { Item } from './item.ts';
import { addRecords } from './records.server.ts';

// With `exists` the planner would read all records of all crates into a hash.
export const ITEM_METADATA = sql`i.item_id, i.rev, i.name, i.user_id, i.collaborators, i.tags, i.map, i.note, i.mimetype,
  i.bytes, i.created_at, i.updated_at,
  (select jsonb_object_agg(s.name, s.value) from item_stats s where s.crate_id = i.crate_id and s.item_id = i.item_id) as stats,
  (select true from item_records r where r.crate_id = i.crate_id and r.item_id = i.item_id limit 1) is not null as has_records`;

export type ItemRow = Pick<
  Row<'items'>,
  | 'item_id'
  | 'rev'
  | 'name'
  | 'user_id'
  | 'collaborators'
  | 'tags'
  | 'note'
  | 'mimetype'
  | 'bytes'
  | 'created_at'
  | 'updated_at'
> &
  Columns<'items', { map: Item['map'] }> & { stats: Record<string, number> | null; has_records: boolean };

export function toEtag(rev: string | number): string {
  return `"${rev}"`;
}

/** @param now milliseconds */
export function toItem(crateId: string, row: ItemRow, now: number): Item {
  return {
    _id: row.item_id,
    itemId: row.item_id,
    crateId,
    name: row.name,
    userId: row.user_id,
    collaborators: row.collaborators,
    tags: row.tags,
    map: row.map,
    note: row.note,
    etag: toEtag(row.rev),
    bytes: Number(row.bytes),
    mimetype: row.mimetype,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    createdAgo: secondsBetween(row.created_at, now),
    updatedAgo: secondsBetween(row.updated_at, now),
    stats: row.stats ?? {},
    records: {},
  };
}

function secondsBetween(then: Date, now: number): number {
  return Math.max(0, Math.floor((now - then.getTime()) / 1000));
}

export async function manyItems(current: Current, crate: Crate, rows: ItemRow[], hasRecords = true): Promise<Item[]> {
  const now = current.now().getTime();
  const items = rows.map((row) => toItem(crate.crateId, row, now));
  const ids = rows.filter((row) => hasRecords && row.has_records).map((row) => row.item_id);
  if (ids.length > 0) await addRecords(current, crate, items, ids);
  return items;
}

export async function oneItem(current: Current, crate: Crate, row: ItemRow): Promise<Item> {
  const item = toItem(crate.crateId, row, current.now().getTime());
  if (row.has_records) await addRecords(current, crate, [item], [item.itemId]);
  return item;
}
