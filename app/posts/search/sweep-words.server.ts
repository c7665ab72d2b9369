import { inTransaction, withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { POSTS_CRATE } from '../cache-topics.ts';
import { lockOf } from './index-posts.server.ts';
import { UNLISTED_TAGS } from './index-rows.server.ts';

const SLICE = 2000;

/** Removes words that no post has any more, and notes which ones only posts have that not everyone may list. */
export async function sweepWords(system: Current, crateId = POSTS_CRATE): Promise<void> {
  let from: string | undefined = '';
  while (from !== undefined && !system.closing.aborted) from = await sweepSlice(withHeavyPool(system), crateId, from);
}

/** @returns the word to go on behind */
function sweepSlice(current: Current, crateId: string, from: string): Promise<string | undefined> {
  return inTransaction(current, async ({ db }) => {
    // Nobody adds a post with a word while it is removed.
    await db.query(sql`select pg_advisory_xact_lock(hashtext(${lockOf(crateId)}))`);
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
