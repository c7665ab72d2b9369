import type { Current } from '#app/current/current.server.ts';
import { Problem } from '#lib/problem.ts';

import { getCrate } from './crates/crates.server.ts';
import { isItemId } from './item.ts';
import type { Item } from './item.ts';
import { accessFor, recordOverride } from './crates/overrides.server.ts';
import { mayAct, mayNothing } from './crates/policy.ts';
import { noCrate, noItem } from './problems.ts';
import { ITEM_COLUMNS, oneItem } from './rows.server.ts';
import type { ItemRow } from './rows.server.ts';

/** An item's body: in the row, or in the file store under a key. */
export interface StoredBody {
  inline: Buffer<ArrayBuffer> | null;
  fileKey: string | null;
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
  const [item] = await readItem<ItemRow>(current, crateId, itemId, SELECT, override);
  return item;
}

/** One item with its body, for a download. @throws Problem as `getItem` */
export async function getItemBody(
  current: Current,
  crateId: string,
  itemId: string,
  override = false,
): Promise<ItemWithBody> {
  const [item, row] = await readItem<BodyRow>(current, crateId, itemId, SELECT_BODY, override);
  return { item, body: { inline: row.body, fileKey: row.file_key } };
}

interface BodyRow extends ItemRow {
  body: Buffer<ArrayBuffer> | null;
  file_key: string | null;
}

async function readItem<Row extends ItemRow>(
  current: Current,
  crateId: string,
  itemId: string,
  statement: { name: string; text: string },
  override: boolean,
): Promise<[Item, Row]> {
  const crate = await getCrate(current, crateId);
  const access = accessFor(current, crate, 'read', { override });
  if (mayNothing(access)) throw new Problem(noCrate);
  if (!isItemId(itemId)) throw new Problem(noItem);
  const [row] = await current.db.query<Row>(statement, [crateId, itemId]);
  if (row === undefined || !mayAct(access, row)) throw new Problem(noItem);
  if (override) await recordOverride(current, 'read', `item/${crateId}/${itemId}`);
  return [await oneItem(current, crate, row), row];
}

const SELECT = {
  name: 'item_select',
  text: `select ${ITEM_COLUMNS} from items i where i.crate_id = $1 and i.item_id = $2`,
};
const SELECT_BODY = {
  name: 'item_select_body',
  text: `select ${ITEM_COLUMNS}, i.body, i.file_key from items i where i.crate_id = $1 and i.item_id = $2`,
};
