import type { Current } from '#app/current/current.server.ts';
import { Problem } from '#lib/problem.ts';

import { noCrate } from '../problems.ts';

import type { Feed } from './feed.server.ts';
import { LAST_CHANGE, readToken, writeToken } from './position.server.ts';
import type { FeedPosition } from './position.server.ts';
import { readSlice } from './slices.server.ts';
import type { FeedPage, FeedEntry } from './slices.server.ts';
import { startStatement } from './statement.server.ts';

/**
 * One page of changes after `since`. Without it, all items come first, then what changed meanwhile.
 * @param since a token, or `now` for the position where the feed is
 * @throws Problem 400 for a token that was not handed out for this crate, 410 for one whose changes are no longer kept or
 * whose reader may by now see other items
 */
export async function findChanges(
  current: Current,
  feed: Feed,
  since: string | undefined,
  limit: number,
): Promise<FeedPage> {
  const position = await positionOf(current, feed, since);
  if (since === 'now') return { entries: [], position, hasMore: false, isPending: false };
  return readNextPage(current, feed, position, limit);
}

/** How many slices one page takes at most where its reader may see hardly anything of them, and how large those are. */
const MAX_SLICES = 9;
export const LARGE_SLICE = 1024;

/** The page after a position. @throws Problem as `findChanges` */
export async function readNextPage(current: Current, feed: Feed, from: FeedPosition, limit: number): Promise<FeedPage> {
  const entries = new Map<string, FeedEntry>();
  let page: FeedPage = { entries: [], position: from, hasMore: true, isPending: false };
  for (let slices = 0; page.hasMore && entries.size < limit && slices < MAX_SLICES; slices += 1) {
    // Mostly all of it may be seen.
    const size = slices === 0 ? 2 * limit : LARGE_SLICE;
    page = await readSlice(current, feed, page.position, { limit: limit - entries.size, size });
    for (const entry of page.entries) {
      // What comes later is newer, and stands in its place.
      entries.delete(entry.change.itemId);
      entries.set(entry.change.itemId, entry);
    }
  }
  return { ...page, entries: [...entries.values()] };
}

export function tokenOf({ secret }: Current, { crate, scope }: Feed, position: FeedPosition): string {
  return writeToken(position, crate.crateId, scope, secret);
}

async function positionOf(current: Current, { crate, scope }: Feed, since: string | undefined): Promise<FeedPosition> {
  const { crateId } = crate;
  if (since !== undefined && since !== 'now') return readToken(since, crateId, scope, current.secret);
  const [start] = await current.db.query<{ life: string; xid: string }>(startStatement(crateId));
  if (start === undefined) throw new Problem(noCrate);
  return { ...start, change: LAST_CHANGE, walked: since === 'now' ? undefined : FIRST_ITEM };
}

const FIRST_ITEM = '00000000-0000-0000-0000-000000000000';
