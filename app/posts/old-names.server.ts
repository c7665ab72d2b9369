import type { Current } from '#app/current/current.server.ts';
import { normalized } from '#app/storage/item.ts';
import { findItems } from '#app/storage/search/searches.server.ts';
import { SearchQuery } from '#app/storage/search/search.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { POSTS_CRATE } from './cache-topics.ts';
import { postOf } from './post.ts';
import { noneWithoutCrate } from './posts.server.ts';

const MAX_HOLDERS = 16;

/**
 * The path of the post that had this name last, among those that the caller may see at their own address. For a name that
 * no post of theirs has now: to someone who may not see the post that has taken it, nothing tells of it.
 * @returns undefined when there is none
 */
export async function findPathByOldName(current: Current, name: string): Promise<string | undefined> {
  const held = await current.db.query<Pick<Row<'post_names'>, 'item_id'>>(sql`
    select item_id from post_names where name = ${normalized(name)}
    order by held_at desc, item_id desc limit ${MAX_HOLDERS}::integer`);
  if (held.length === 0) return undefined;
  const itemIds = held.map((row) => row.item_id);
  const { items } = await findItems(current, POSTS_CRATE, { ...BY_ID, itemIds }).catch(noneWithoutCrate);
  const holder = itemIds
    .map((itemId) => items.find((item) => item.itemId === itemId))
    .find((item) => item !== undefined);
  // It has the name still, or again, and is not shown for another reason.
  return holder === undefined || holder.name === normalized(name) ? undefined : postOf(holder).path;
}

const BY_ID = SearchQuery.parse({ limit: String(MAX_HOLDERS) });
