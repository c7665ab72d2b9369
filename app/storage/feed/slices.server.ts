import type { Current } from '#app/current/current.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import type { Item } from '../item.ts';
import { noCrate } from '../problems.ts';
import { manyItems } from '../rows.server.ts';
import type { ItemRow } from '../rows.server.ts';
import type { Change } from './change.ts';
import type { Feed } from './feed.server.ts';
import { LAST_CHANGE } from './position.server.ts';
import type { FeedPosition } from './position.server.ts';
import { changesGone } from './problems.ts';
import { changesStatement, walkStatement } from './statement.server.ts';

export interface FeedEntry {
  change: Change;
  position: FeedPosition;
}

export interface FeedPage {
  entries: FeedEntry[];
  position: FeedPosition;
  hasMore: boolean;
  /** Whether changes are committed that are not final yet, because an older transaction still runs. */
  isPending: boolean;
}

/** `size` bounds what is read, whether its reader may see it or not. */
interface SliceSize {
  limit: number;
  size: number;
}

/** @throws Problem 404 for a crate that is gone, 410 for changes that are pruned */
export function readSlice(current: Current, feed: Feed, position: FeedPosition, slice: SliceSize): Promise<FeedPage> {
  return position.walked === undefined
    ? readChanges(current, feed, position, slice)
    : walkItems(current, feed, position, position.walked, slice);
}

async function readChanges(
  current: Current,
  feed: Feed,
  from: FeedPosition,
  { limit, size }: SliceSize,
): Promise<FeedPage> {
  const { crate, access } = feed;
  const statement = changesStatement(crate.crateId, access, from, limit, size);
  const rows = await querySlice<FeedChangeRow>(current, from, statement);
  const { last_xid: xid, last_change: change, slice_size: sliceSize, is_pending: isPending } = rows[0];
  const entries = await loadEntries(current, feed, rows, (row) => ({ ...from, xid: row.xid, change: row.change_id }));
  const hasMore = sliceSize === size;
  // All of a transaction is final at once.
  const end = xid === null ? from : { ...from, xid, change: hasMore ? change : LAST_CHANGE };
  return trimPage({ entries, position: end, hasMore, isPending }, limit);
}

async function walkItems(
  current: Current,
  feed: Feed,
  from: FeedPosition,
  walked: string,
  { limit, size }: SliceSize,
): Promise<FeedPage> {
  const { crate, access } = feed;
  const rows = await querySlice<FeedWalkRow>(current, from, walkStatement(crate.crateId, access, walked, limit, size));
  const { last_item: last, slice_size: sliceSize } = rows[0];
  const entries = await loadEntries(current, feed, rows, (row) => ({ ...from, walked: row.item_id }));
  const position = { ...from, walked: sliceSize === size && last !== null ? last : undefined };
  // What has changed meanwhile comes after the items.
  return trimPage({ entries, position, hasMore: true, isPending: false }, limit);
}

/** The statements read one row more than the limit. */
function trimPage(page: FeedPage, limit: number): FeedPage {
  const entries = page.entries.slice(0, limit);
  const last = entries.at(-1);
  return page.entries.length > limit && last !== undefined
    ? { ...page, entries, position: last.position, hasMore: true }
    : page;
}

/** Every row repeats the facts of the slice, if need be one row without a change. */
type SliceRow = ItemRow &
  Pick<Row<'crates'>, 'changes_from'> &
  Pick<Row<'item_changes'>, 'at'> &
  Columns<'item_changes', { kind: Change['kind'] }> & {
    life: string;
    ceiling: string;
    slice_size: number;
    changed_id: string | null;
  };

type FeedChangeRow = SliceRow &
  Pick<Row<'item_changes'>, 'xid' | 'change_id'> & {
    last_xid: string | null;
    last_change: string;
    is_pending: boolean;
  };

type FeedWalkRow = SliceRow & { last_item: string | null };

async function querySlice<FeedRow extends SliceRow>(
  { db }: Current,
  { life, xid, change }: FeedPosition,
  statement: Sql,
): Promise<[FeedRow, ...FeedRow[]]> {
  const [first, ...rest] = await db.query<FeedRow>(statement);
  if (first === undefined) throw new Problem(noCrate);
  const availableFrom = BigInt(first.changes_from);
  const isAvailable = BigInt(xid) > availableFrom || (BigInt(xid) === availableFrom && change === LAST_CHANGE);
  if (first.life !== life || !isAvailable || BigInt(xid) >= BigInt(first.ceiling)) throw new Problem(changesGone);
  return [first, ...rest];
}

async function loadEntries<FeedRow extends SliceRow>(
  current: Current,
  { crate }: Feed,
  rows: FeedRow[],
  toPosition: (row: FeedRow) => FeedPosition,
): Promise<FeedEntry[]> {
  const changed = rows.filter((row) => row.changed_id !== null);
  const visible = changed.filter((row) => row.item_id !== null);
  const items = new Map((await manyItems(current, crate, visible)).map((item) => [item.itemId, item]));
  return changed.map((row) => ({ change: toChange(row, items.get(row.item_id)), position: toPosition(row) }));
}

function toChange({ changed_id: itemId, kind, at }: SliceRow, item: Item | undefined): Change {
  if (item === undefined) return { itemId: itemId ?? '', kind: 'delete' };
  return {
    itemId: item.itemId,
    kind: kind === 'create' ? kind : 'update',
    etag: item.etag,
    at: at.toISOString(),
    item,
  };
}
