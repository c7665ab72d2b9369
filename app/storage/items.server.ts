import type { Current } from '#app/current/current.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { Batcher } from '#lib/batcher.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { getCrate } from './crates/crates.server.ts';
import { accessFor, recordOverride } from './crates/overrides.server.ts';
import { mayAct, allowsNothing } from './crates/policy.ts';
import { isItemId } from './item.ts';
import type { Item } from './item.ts';
import { noCrate, noItem } from './problems.ts';
import { ITEM_METADATA, manyItems, oneItem } from './rows.server.ts';
import type { ItemRow } from './rows.server.ts';

export interface StoredBody {
  inline: Buffer<ArrayBuffer> | null;
  fileKey: string | null;
  /** SHA-256; null for large bodies stored without a digest. */
  digest: Buffer | null;
}

export interface ItemWithBody {
  item: Item;
  body: StoredBody;
}

/** @throws Problem 404 for an unknown crate or item, and for one that the caller may not see */
export async function getItem(current: Current, crateId: string, itemId: string, override = false): Promise<Item> {
  const find = () => current.db.state.get(createItemReads).run(crateId, { current, crateId, itemId });
  const [item] = await readItem(current, crateId, itemId, find, override);
  return item;
}

/** @throws Problem as `getItem` */
export async function getItemBody(
  current: Current,
  crateId: string,
  itemId: string,
  override = false,
): Promise<ItemWithBody> {
  const find = async () => {
    const [row] = await current.db.query<ItemRow & BodyRow>(sql`
      select ${ITEM_METADATA}, i.body, i.file_key, i.digest from items i
      where i.crate_id = ${crateId} and i.item_id = ${itemId}`);
    return row;
  };
  const [item, row] = await readItem(current, crateId, itemId, find, override);
  return { item, body: { inline: row.body, fileKey: row.file_key, digest: row.digest } };
}

/**
 * Those that the caller may read, in one statement and no order; the inline body of a larger one is null.
 * @param itemIds at most as many as the caller bounds @param hasRecords whether their records are wanted, which take a
 * statement more @throws Problem 404 for an unknown crate
 */
export async function findItemBodies(
  current: Current,
  crateId: string,
  itemIds: readonly string[],
  hasRecords = true,
): Promise<ItemWithBody[]> {
  const crate = await getCrate(current, crateId);
  const access = accessFor(current, crate, 'read');
  const found = await current.db.query<ItemRow & BodyRow>(sql`
    select ${ITEM_METADATA}, i.body, i.file_key, i.digest from items i
    where i.crate_id = ${crateId} and i.item_id = any(${itemIds}::uuid[])`);
  const rows = found.filter((row) => mayAct(access, row));
  const items = await manyItems(current, crate, rows, hasRecords);
  return rows.flatMap(({ body, file_key: fileKey, digest }, at) => {
    const item = items[at];
    return item === undefined ? [] : { item, body: { inline: body, fileKey, digest } };
  });
}

type BodyRow = Pick<Row<'items'>, 'file_key' | 'digest'> & Columns<'items', { body: Buffer<ArrayBuffer> | null }>;

async function readItem<Found extends ItemRow>(
  current: Current,
  crateId: string,
  itemId: string,
  find: () => Promise<Found | undefined>,
  override: boolean,
): Promise<[Item, Found]> {
  const crate = await getCrate(current, crateId);
  const access = accessFor(current, crate, 'read', { override });
  if (allowsNothing(access)) throw new Problem(noCrate);
  if (!isItemId(itemId)) throw new Problem(noItem);
  const row = await find();
  if (row === undefined || !mayAct(access, row)) throw new Problem(noItem);
  if (override) await recordOverride(current, 'read', `item/${crateId}/${itemId}`);
  return [await oneItem(current, crate, row), row];
}

interface ItemRequest {
  current: Current;
  crateId: string;
  itemId: string;
}

const MAX_BATCH_SIZE = 64;
const createItemReads = () => new Batcher<ItemRequest, ItemRow | undefined>(readItemsTogether, MAX_BATCH_SIZE);

/** Reads that come at one time share one statement; each is judged by its own caller's rights. */
async function readItemsTogether(reads: ItemRequest[]): Promise<(ItemRow | undefined)[]> {
  const [first] = reads;
  if (first === undefined) return [];
  const [crateIds, itemIds] = [reads.map(({ crateId }) => crateId), reads.map(({ itemId }) => itemId)];
  // The arrays are selected so that the planner does not see their lengths: it would plan anew for each.
  const rows = await first.current.db.query<ItemRow & { at: string }>(sql`
    select place.at, ${ITEM_METADATA}
    from unnest((select ${crateIds}::text[]), (select ${itemIds}::uuid[])) with ordinality place(crate_id, item_id, at)
    join items i on i.crate_id = place.crate_id and i.item_id = place.item_id`);
  const found = new Map(rows.map((row) => [Number(row.at), row]));
  return reads.map((_, at) => found.get(at + 1));
}
