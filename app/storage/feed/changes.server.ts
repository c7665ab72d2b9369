import type { Current } from '#app/current/current.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { openHistory } from '../history/versions.server.ts';
import { noCrate } from '../problems.ts';
import type { Feed } from './feed.server.ts';
import { LAST_CHANGE, readToken, writeToken } from './position.server.ts';
import type { FeedPosition } from './position.server.ts';
import { readSlice } from './slices.server.ts';
import type { FeedPage, FeedEntry } from './slices.server.ts';
import { startStatement } from './statement.server.ts';

/**
 * Without `since`, all items come first, then what changed meanwhile; `now` starts at the current end of the feed.
 * @throws Problem 400 for a token of another crate, 410 when its changes are pruned or its reader's rights have changed
 */
export async function findChanges(
  current: Current,
  feed: Feed,
  since: string | undefined,
  limit: number,
): Promise<FeedPage> {
  const position = await readPosition(current, feed, since);
  if (since === 'now') return { entries: [], position, hasMore: false, isPending: false };
  return readNextPage(current, feed, position, limit);
}

/** For a reader who may see hardly any of the changes. */
const MAX_SLICES = 9;
export const LARGE_SLICE = 1024;

export async function readNextPage(current: Current, feed: Feed, from: FeedPosition, limit: number): Promise<FeedPage> {
  const entries = new Map<string, FeedEntry>();
  let page: FeedPage = { entries: [], position: from, hasMore: true, isPending: false };
  for (let slices = 0; page.hasMore && entries.size < limit && slices < MAX_SLICES; slices += 1) {
    const size = slices === 0 ? 2 * limit : LARGE_SLICE;
    page = await readSlice(current, feed, page.position, { limit: limit - entries.size, size });
    for (const entry of page.entries) {
      // The later change of an item replaces the earlier one.
      entries.delete(entry.change.itemId);
      entries.set(entry.change.itemId, entry);
    }
  }
  return { ...page, entries: [...entries.values()] };
}

export function writeFeedToken({ secret }: Current, { crate, scope }: Feed, position: FeedPosition): string {
  return writeToken(position, crate.crateId, scope, secret);
}

async function readPosition(
  current: Current,
  { crate, scope }: Feed,
  since: string | undefined,
): Promise<FeedPosition> {
  const { crateId } = crate;
  if (since !== undefined && since !== 'now') return readToken(since, crateId, scope, current.secret);
  const [start] = await current.db.query<{ life: string; xid: string }>(startStatement(crateId));
  if (start === undefined) throw new Problem(noCrate);
  return { ...start, change: LAST_CHANGE, walked: since === 'now' ? undefined : FIRST_ITEM };
}

const FIRST_ITEM = '00000000-0000-0000-0000-000000000000';

/** One that the feed of the crate still has. */
interface FeedChange {
  readonly rev: number;
  readonly kind: 'create' | 'update' | 'delete';
  /** ISO 8601. */
  readonly at: string;
  readonly userId: string | null;
}

/** The latest first. @throws Problem 404, 401 or 403 as the versions of the item */
export async function listItemChanges(
  current: Current,
  crateId: string,
  itemId: string,
  limit: number,
): Promise<FeedChange[]> {
  await openHistory(current, crateId, itemId);
  const rows = await current.db.query<ItemChangeRow>(sql`
    select rev, kind, at, user_id from item_changes
    where crate_id = ${crateId} and item_id = ${itemId}::uuid order by rev desc limit ${limit}::int`);
  return rows.map(({ rev, kind, at, user_id: userId }) => ({ rev: Number(rev), kind, at: at.toISOString(), userId }));
}

type ItemChangeRow = Pick<Row<'item_changes'>, 'rev' | 'at' | 'user_id'> &
  Columns<'item_changes', { kind: FeedChange['kind'] }>;
