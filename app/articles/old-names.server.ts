import type { Current } from '#app/current/current.server.ts';
import { Collection } from '#app/storage/collection.server.ts';
import { normalized } from '#app/storage/item.ts';
import type { Item } from '#app/storage/item.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

const MAX_HOLDERS = 16;

/**
 * The item of a searched crate that had this name last, among those that the caller may see at their own address. For a name that
 * no item of theirs has now: to someone who may not see the one that has taken it, nothing tells of it.
 * @returns undefined when there is none
 */
export async function findByOldName(current: Current, crateId: string, name: string): Promise<Item | undefined> {
  const held = await current.db.query<Pick<Row<'post_names'>, 'item_id'>>(sql`
    select item_id from post_names where crate_id = ${crateId} and name = ${normalized(name)}
    order by held_at desc, item_id desc limit ${MAX_HOLDERS}::integer`);
  if (held.length === 0) return undefined;
  const itemIds = held.map((row) => row.item_id);
  const { items } = await new Collection(crateId).page(current, { itemIds });
  const holder = itemIds
    .map((itemId) => items.find((item) => item.itemId === itemId))
    .find((item) => item !== undefined);
  // It has the name still, or again, and is not shown for another reason.
  return holder?.name === normalized(name) ? undefined : holder;
}

interface NameSpan {
  readonly name: string;
  readonly from: Date | undefined;
  readonly until: Date | undefined;
}

/** The names of an item, its own and those before it, each with the time in which it led to this one. */
export async function findNameSpans(current: Current, { crateId, itemId, name }: Item): Promise<NameSpan[]> {
  const held = await current.db.query<Pick<Row<'post_names'>, 'name' | 'held_at'> & { taken_from: Date | null }>(sql`
    select own.name, own.held_at, (select max(other.held_at) from post_names other where other.crate_id = ${crateId}
      and other.name = own.name and other.item_id <> own.item_id and other.held_at < own.held_at) as taken_from
    from post_names own where own.crate_id = ${crateId} and own.item_id = ${itemId} order by own.held_at desc limit ${MAX_NAMES}::integer`);
  const spans = held.map(({ name: one, taken_from: from, held_at: until }) => {
    return { name: one, from: from ?? undefined, until: one === name ? undefined : until };
  });
  // Its first name may not have reached the table yet.
  return name === null || spans.some((one) => one.name === name)
    ? spans
    : [{ name, from: undefined, until: undefined }, ...spans];
}

const MAX_NAMES = 64;
