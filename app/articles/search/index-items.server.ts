import { setTimeout as sleep } from 'node:timers/promises';

import { inTransaction, withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { Collection } from '#app/storage/collection.server.ts';
import { findChanges, writeFeedToken } from '#app/storage/feed/changes.server.ts';
import { feedFor } from '#app/storage/feed/feed.server.ts';
import { changesGone, foreignToken } from '#app/storage/feed/problems.ts';
import type { FeedPage } from '#app/storage/feed/slices.server.ts';
import { noCrate } from '#app/storage/problems.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import {
  UNLISTED_TAGS,
  clearIndex,
  describeItem,
  endRound,
  moveRecent,
  removeRows,
  writeRows,
} from './index-rows.server.ts';
import type { IndexRow } from './index-rows.server.ts';
import type { SearchedCrate } from './searched-crate.server.ts';

/** One more when what a row holds, or how words are cut, has changed: all items are then indexed anew. */
const FORM = 6;
const PAGE = 32;
/** Milliseconds between two looks, while changes are not final or another process indexes; the first doubles. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [20, 1000];
/** Milliseconds without progress, after which it is left to the next run. */
const PATIENCE = 50_000;

/**
 * Brings what items are found by up to their crate, whatever has changed that and whichever process did. It may be
 * stopped anywhere and goes on from its last whole step; the processes take turns. @param system may read all of them
 */
export async function indexItems(system: Current, crate: SearchedCrate): Promise<void> {
  let pause = FIRST_PAUSE;
  let idleSince = performance.now();
  while (!system.closing.aborted) {
    const step = await indexNextItems(withHeavyPool(system), crate);
    if (step === 'end') return;
    if (step === 'more') {
      [pause, idleSince] = [FIRST_PAUSE, performance.now()];
    } else {
      if (performance.now() - idleSince > PATIENCE) return;
      await sleep(pause, undefined, { signal: system.closing }).catch(() => undefined);
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    }
  }
}

/** Of a transaction: one of all processes indexes a crate, and nobody sweeps its words meanwhile. */
function toLockName(crateId: string): string {
  return `posts:indexPosts ${crateId}`;
}

type Step = 'more' | 'wait' | 'end';

/** One page of changes with its place. Reads first: the feeds of all crates wait for a transaction that writes. */
function indexNextItems(current: Current, crate: SearchedCrate): Promise<Step> {
  const { crateId } = crate;
  return inTransaction(current, async (current) => {
    const [lock] = await current.db.query<{ is_free: boolean }>(
      sql`select pg_try_advisory_xact_lock(hashtext(${toLockName(crateId)})) as is_free`,
    );
    if (lock?.is_free !== true) return 'wait';
    const progress = await readProgress(current, crateId);
    const page = await readPage(current, crateId, progress);
    if (page === undefined) {
      if (progress.token === null) return 'end';
      await clearIndex(current, crateId);
      await saveProgress(current, crateId, { ...progress, token: null, is_walking: false });
      return 'end';
    }
    const { entries, position, hasMore, isPending, round, token } = page;
    const itemIds = entries.map(({ change }) => change.itemId);
    const rows = await readRows(current, crate, itemIds);
    const isWalking = position.walked !== undefined;
    const isWalked = page.isWalking && !isWalking;
    // Without news there is nothing to write down, unless the place was not kept yet.
    if (entries.length > 0 || hasMore || isWalked || progress.token === null) {
      const goneIds = itemIds.filter((itemId) => !rows.some(({ item }) => item.itemId === itemId));
      await removeRows(current, crateId, goneIds);
      await writeRows(current, rows, round);
      if (isWalked) await endRound(current, crateId, round);
      if (!page.isWalking) await crate.follow?.(current, rows, goneIds);
      await saveProgress(current, crateId, { token, round, is_walking: isWalking, form: FORM });
    }
    const isMoving = !hasMore && !isWalking && (await moveRecent(current, crateId));
    return hasMore || isMoving ? 'more' : isPending ? 'wait' : 'end';
  });
}

/** Of the items that are still there, as they are now. */
async function readRows(current: Current, crate: SearchedCrate, itemIds: readonly string[]): Promise<IndexRow[]> {
  const rows: IndexRow[] = [];
  for (const found of (await new Collection(crate.crateId).bodies(current, itemIds)).values()) {
    rows.push(await describeItem(current, crate, found));
  }
  return rows;
}

type Progress = Pick<Row<'post_search_progress'>, 'token' | 'round' | 'is_walking' | 'form'>;

async function readProgress({ db }: Current, crateId: string): Promise<Progress> {
  const [row] = await db.query<Progress>(sql`
    select token, round, is_walking, form from post_search_progress where crate_id = ${crateId}`);
  return row ?? { token: null, round: 0, is_walking: false, form: FORM };
}

async function saveProgress({ db }: Current, crateId: string, progress: Progress): Promise<void> {
  const { token, round, is_walking, form } = progress;
  await db.query(sql`insert into post_search_progress (crate_id, token, round, is_walking, form)
    values (${crateId}, ${token}, ${round}, ${is_walking}, ${form})
    on conflict (crate_id) do update set token = excluded.token, round = excluded.round, is_walking = excluded.is_walking,
      form = excluded.form`);
}

interface IndexPage extends FeedPage {
  readonly token: string;
  readonly round: number;
  readonly isWalking: boolean;
}

/**
 * From nothing where the feed cannot go on: its changes are pruned, the crate or the database is another one, or who may
 * see what has changed. Undefined without a crate.
 */
async function readPage(
  current: Current,
  crateId: string,
  { token, round, is_walking, form }: Progress,
): Promise<IndexPage | undefined> {
  const isFresh = token !== null && form === FORM;
  try {
    const feed = await feedFor(current, crateId);
    const page = await findChanges(current, feed, isFresh ? token : undefined, PAGE);
    const now = isFresh ? { round, isWalking: is_walking } : { round: round + 1, isWalking: true };
    return { ...page, ...now, token: writeFeedToken(current, feed, page.position) };
  } catch (refusal) {
    if (!(refusal instanceof Problem)) throw refusal;
    if (refusal.code === noCrate.code) return undefined;
    if (!isFresh || ![changesGone.code, foreignToken.code].includes(refusal.code)) throw refusal;
    return readPage(current, crateId, { token: null, round, is_walking, form });
  }
}

const SLICE = 2000;

/** Removes words that no item has any more, and notes which ones only items have that not everyone may list. */
export async function sweepWords(system: Current, crateId: string): Promise<void> {
  let from: string | undefined = '';
  while (from !== undefined && !system.closing.aborted) from = await sweepSlice(withHeavyPool(system), crateId, from);
}

/** @returns the word to go on behind */
function sweepSlice(current: Current, crateId: string, from: string): Promise<string | undefined> {
  return inTransaction(current, async ({ db }) => {
    // Nobody adds an item with a word while it is removed.
    await db.query(sql`select pg_advisory_xact_lock(hashtext(${toLockName(crateId)}))`);
    const words = await db.query<Pick<Row<'post_words'>, 'word'>>(sql`
      select word from post_words where crate_id = ${crateId} and word > ${from} order by word limit ${SLICE}::integer`);
    const slice = words.map(({ word }) => word);
    await db.query(sql`delete from post_words w where w.crate_id = ${crateId} and w.word = any(${slice}::text[])
      and not exists (select from post_search p where p.crate_id = ${crateId} and p.words @> array[w.word])`);
    await db.query(sql`update post_words w set is_public = false where w.crate_id = ${crateId} and w.word = any(${slice}::text[]) and w.is_public
      and not exists (select from post_search p where p.crate_id = ${crateId} and p.words @> array[w.word] and not p.tags && ${UNLISTED_TAGS}::text[])`);
    return slice.length < SLICE ? undefined : slice.at(-1);
  });
}
