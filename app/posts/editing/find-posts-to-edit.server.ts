import { rankItems } from '#app/articles/search/ranking.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { DRAFT } from '#app/editor/kinds/drafts.ts';
import { describeFound, findTitled } from '#app/editor/kinds/find-titled.server.ts';
import type { FoundThing } from '#app/noun/found-thing.ts';
import { readSearchText } from '#lib/text-search/search-terms.ts';

import { POSTS_CRATE } from '../cache-topics.ts';
import { POST_ITEMS } from '../posts.server.ts';
import { POSTS } from './posts-kind.server.ts';

/** Drafts by their titles, and whatever is out by its words. Needs staff. @throws Problem 401, 403 */
export async function findPostsToEdit(current: Current, text: string, limit: number): Promise<FoundThing[]> {
  requireRole(current, 'staff');
  const words = readSearchText(text);
  const [drafts, { ranked }] = await Promise.all([
    findTitled(current, POSTS, text, { tags: { included: [DRAFT] }, limit }),
    words.terms.length === 0 ? { ranked: [] } : rankItems(current, POSTS_CRATE, words, {}),
  ]);
  const among = ranked.slice(0, limit).map((one) => one.item_id);
  const { items } = among.length === 0 ? { items: [] } : await POST_ITEMS.page(current, { among, limit });
  const out = among.flatMap((itemId) => items.find((item) => item.itemId === itemId) ?? []);
  return describeFound(current, POSTS, 'post', [...drafts, ...out].slice(0, limit));
}
