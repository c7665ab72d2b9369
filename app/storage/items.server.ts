import type { Current } from '#app/current/current.server.ts';
import { Batcher } from '#lib/batcher.ts';
import { Problem } from '#lib/problem.ts';

import { getCrate } from './crates/crates.server.ts';
import { isItemId } from './item.ts';
import type { Item } from './item.ts';
import { accessFor, recordOverride } from './crates/overrides.server.ts';
import { mayAct, allowsNothing } from './crates/policy.ts';
import { noCrate, noItem } from './problems.ts';
import { ITEM_COLUMNS, oneItem } from './rows.server.ts';
import type { ItemRow } from './rows.server.ts';

/** An item's body: in the row, or in the file store under a key. */
export interface StoredBody {
  inline: Buffer<ArrayBuffer> | null;
  fileKey: string | null;
  /** SHA-256 of all of it; unknown for large bodies of old. */
  digest: Buffer | null;
}

export interface ItemWithBody {
  item: Item;
  body: StoredBody;
}

/**
 * One item's metadata.
 * @throws Problem 404 for an unknown crate or item, and for one that the asker may not see
 */
export async function getItem(current: Current, crateId: string, itemId: string, override = false): Promise<Item> {
  const find = () => current.db.state.get(createItemReads).run(crateId, { current, crateId, itemId });
  const [item] = await readItem(current, crateId, itemId, find, override);
  return item;
}

/** One item with its body, for a download. @throws Problem as `getItem` */
export async function getItemBody(
  current: Current,
  crateId: string,
  itemId: string,
  override = false,
): Promise<ItemWithBody> {
  const find = async () => (await current.db.query<BodyRow>(SELECT_BODY, [crateId, itemId]))[0];
  const [item, row] = await readItem(current, crateId, itemId, find, override);
  return { item, body: { inline: row.body, fileKey: row.file_key, digest: row.digest } };
}

interface BodyRow extends ItemRow {
  body: Buffer<ArrayBuffer> | null;
  file_key: string | null;
  digest: Buffer | null;
}

async function readItem<Row extends ItemRow>(
  current: Current,
  crateId: string,
  itemId: string,
  find: () => Promise<Row | undefined>,
  override: boolean,
): Promise<[Item, Row]> {
  const crate = await getCrate(current, crateId);
  const access = accessFor(current, crate, 'read', { override });
  if (allowsNothing(access)) throw new Problem(noCrate);
  if (!isItemId(itemId)) throw new Problem(noItem);
  const row = await find();
  if (row === undefined || !mayAct(access, row)) throw new Problem(noItem);
  if (override) await recordOverride(current, 'read', `item/${crateId}/${itemId}`);
  return [await oneItem(current, crate, row), row];
}

interface ItemRead {
  current: Current;
  crateId: string;
  itemId: string;
}

const MAX_BATCH_SIZE = 64;
const createItemReads = () => new Batcher<ItemRead, ItemRow | undefined>(readItemsTogether, MAX_BATCH_SIZE);

/** What several askers want to read at one time comes in one statement; each is judged by their own rights. */
async function readItemsTogether(reads: ItemRead[]): Promise<(ItemRow | undefined)[]> {
  const [first] = reads;
  if (first === undefined) return [];
  const places = [reads.map(({ crateId }) => crateId), reads.map(({ itemId }) => itemId)];
  const rows = await first.current.db.query<ItemRow & { at: string }>(SELECT, places);
  const found = new Map(rows.map((row) => [Number(row.at), row]));
  return reads.map((_, at) => found.get(at + 1));
}

const SELECT = {
  name: 'item_select',
  // Arrays that the planner cannot look into, so that it does not plan anew for each length.
  text: `select place.at, ${ITEM_COLUMNS}
    from unnest((select $1::text[]), (select $2::uuid[])) with ordinality place(crate_id, item_id, at)
    join items i on i.crate_id = place.crate_id and i.item_id = place.item_id`,
};
const SELECT_BODY = {
  name: 'item_select_body',
  text: `select ${ITEM_COLUMNS}, i.body, i.file_key, i.digest from items i where i.crate_id = $1 and i.item_id = $2`,
};
