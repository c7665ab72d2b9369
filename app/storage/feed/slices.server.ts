import type { Current } from '#app/current/current.server.ts';
import { preparedByShape } from '#lib/database/database.server.ts';
import type { QueryRow } from '#lib/database/database.server.ts';
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
import type { Sql } from './statement.server.ts';

export interface FeedEntry {
  change: Change;
  /** The follower has everything up to here once they have this. */
  position: FeedPosition;
}

export interface FeedPage {
  told: FeedEntry[];
  /** Where to go on. */
  position: FeedPosition;
  /** Whether there is more to read right now. */
  hasMore: boolean;
  /** Whether changes are committed that are not final yet, because an older transaction still runs. */
  awaits: boolean;
}

/** How much of a slice is told at most, and how much is looked at, whether the asker may see it or not. */
export interface SliceSize {
  limit: number;
  size: number;
}

/** The next slice after a position. @throws Problem 404 for a crate that is gone, 410 for changes that are no longer kept */
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
  const rows = await querySlice<FeedChangeRow>(
    current,
    from,
    changesStatement(crate.crateId, access, from, limit, size),
  );
  const { last_xid: xid, last_change: change, looked_at: lookedAt, awaits } = rows[0];
  const told = await tell(current, feed, rows, (row) => ({ ...from, xid: row.xid, change: row.change_id }));
  const hasMore = lookedAt === size;
  // All of a transaction is final at once.
  const end = xid === null ? from : { ...from, xid, change: hasMore ? change : LAST_CHANGE };
  return trimPage({ told, position: end, hasMore, awaits }, limit);
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
  const { last_item: last, looked_at: lookedAt } = rows[0];
  const told = await tell(current, feed, rows, (row) => ({ ...from, walked: row.item_id }));
  const position = { ...from, walked: lookedAt === size && last !== null ? last : undefined };
  // What has changed meanwhile comes after the items.
  return trimPage({ told, position, hasMore: true, awaits: false }, limit);
}

/** A statement is asked for one row too many. */
function trimPage(page: FeedPage, limit: number): FeedPage {
  const told = page.told.slice(0, limit);
  const last = told.at(-1);
  return page.told.length > limit && last !== undefined
    ? { ...page, told, position: last.position, hasMore: true }
    : page;
}

/** What a slice tells of itself stands in every row; where it has nothing to tell, in one without a change. */
interface SliceRow extends ItemRow, QueryRow {
  life: string;
  changes_from: string;
  ceiling: string;
  looked_at: number;
  changed_id: string | null;
  kind: 'create' | 'update' | 'delete';
  at: Date;
}

interface FeedChangeRow extends SliceRow {
  last_xid: string | null;
  last_change: string;
  awaits: boolean;
  xid: string;
  change_id: string;
}

interface FeedWalkRow extends SliceRow {
  last_item: string | null;
}

async function querySlice<Row extends SliceRow>(
  { db }: Current,
  { life, xid, change }: FeedPosition,
  { text, values }: Sql,
): Promise<[Row, ...Row[]]> {
  const [first, ...rest] = await db.query<Row>(preparedByShape(text), values);
  if (first === undefined) throw new Problem(noCrate);
  const kept = BigInt(first.changes_from);
  const isKept = BigInt(xid) > kept || (BigInt(xid) === kept && change === LAST_CHANGE);
  if (first.life !== life || !isKept || BigInt(xid) >= BigInt(first.ceiling)) throw new Problem(changesGone);
  return [first, ...rest];
}

async function tell<Row extends SliceRow>(
  current: Current,
  { crate }: Feed,
  rows: Row[],
  placeOf: (row: Row) => FeedPosition,
): Promise<FeedEntry[]> {
  const told = rows.filter((row) => row.changed_id !== null);
  const seen = await manyItems(
    current,
    crate,
    told.filter((row) => row.item_id !== null),
  );
  const items = new Map(seen.map((item) => [item.itemId, item]));
  return told.map((row) => ({ change: changeOf(row, items.get(row.item_id)), position: placeOf(row) }));
}

function changeOf({ changed_id: itemId, kind, at }: SliceRow, item: Item | undefined): Change {
  if (item === undefined) return { itemId: itemId ?? '', kind: 'delete' };
  return {
    itemId: item.itemId,
    kind: kind === 'create' ? kind : 'update',
    etag: item.etag,
    at: at.toISOString(),
    item,
  };
}
