import type { Current } from '#app/current/current.server.ts';
import { Problem } from '#lib/problem.ts';

import { noCrate } from '../problems.ts';

import type { Feed } from './feed.server.ts';
import { LAST, readToken, writeToken } from './place.server.ts';
import type { Place } from './place.server.ts';
import { readSlice } from './slices.server.ts';
import type { Page, Told } from './slices.server.ts';
import { START } from './statement.server.ts';

/**
 * One page of changes after `since`. Without it, the items that are there come first, then what changed meanwhile.
 * @param since a token, or `now` for the place where the feed is
 * @throws Problem 400 for a token that was not handed out for this crate, 410 for one whose changes are no longer kept or
 * whose asker may by now see other items
 */
export async function findChanges(
  current: Current,
  feed: Feed,
  since: string | undefined,
  limit: number,
): Promise<Page> {
  const place = await placeOf(current, feed, since);
  if (since === 'now') return { told: [], place, hasMore: false, awaits: false };
  return readOn(current, feed, place, limit);
}

/** How many slices one page takes at most where the asker may see hardly anything of them, and how large those are. */
const MOST_SLICES = 9;
export const LARGE_SLICE = 1024;

/** The page after a place. @throws Problem as `findChanges` */
export async function readOn(current: Current, feed: Feed, from: Place, limit: number): Promise<Page> {
  const told = new Map<string, Told>();
  let page: Page = { told: [], place: from, hasMore: true, awaits: false };
  for (let slices = 0; page.hasMore && told.size < limit && slices < MOST_SLICES; slices += 1) {
    // Mostly all of it may be seen.
    const size = slices === 0 ? 2 * limit : LARGE_SLICE;
    page = await readSlice(current, feed, page.place, { limit: limit - told.size, size });
    for (const one of page.told) {
      // What is told later is newer, and stands where it is told.
      told.delete(one.change.itemId);
      told.set(one.change.itemId, one);
    }
  }
  return { ...page, told: [...told.values()] };
}

export function tokenOf({ secret }: Current, { crate, scope }: Feed, place: Place): string {
  return writeToken(place, crate.crateId, scope, secret);
}

async function placeOf(current: Current, { crate, scope }: Feed, since: string | undefined): Promise<Place> {
  const { crateId } = crate;
  if (since !== undefined && since !== 'now') return readToken(since, crateId, scope, current.secret);
  const [start] = await current.db.query<{ life: string; xid: string }>(START, [crateId]);
  if (start === undefined) throw new Problem(noCrate);
  return { ...start, change: LAST, walked: since === 'now' ? undefined : FIRST_ITEM };
}

const FIRST_ITEM = '00000000-0000-0000-0000-000000000000';
