import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { DRAFT, newerOf } from '#app/editor/kinds/drafts.ts';
import { findEditorNames } from '#app/editor/kinds/newer-drafts.server.ts';
import { SearchQuery } from '#app/storage/search/search.ts';
import { findItems } from '#app/storage/search/searches.server.ts';
import { noneWithoutCrate } from '#app/storage/search/without-crate.server.ts';

import { POSTS_CRATE } from '../cache-topics.ts';
import type { ListedDraft } from './draft-list.tsx';
import { POSTS } from './posts-kind.server.ts';

export interface DraftPage {
  readonly drafts: readonly ListedDraft[];
  readonly next: string | undefined;
}

const MAX_DRAFTS = 12;

/** The latest first. Needs staff. @param after a cursor of the page before @throws Problem 401 or 403, 400 for a foreign cursor */
export async function listDrafts(current: Current, after?: string): Promise<DraftPage> {
  requireRole(current, 'staff');
  const search = SearchQuery.parse({ tags: DRAFT, sort: 'updatedAt', limit: String(MAX_DRAFTS) });
  const { items, next } = await findItems(current, POSTS_CRATE, { ...search, after }).catch(noneWithoutCrate);
  const names = await findEditorNames(current, items);
  const drafts = items.map((item) => {
    const { itemId, name, map, updatedAt } = item;
    const title = typeof map['title'] === 'string' ? map['title'] : (name ?? itemId);
    return {
      path: POSTS.pathOf(item, {}),
      title,
      updatedAt,
      by: names.get(itemId),
      isNewer: newerOf(item) !== undefined,
    };
  });
  return { drafts, next };
}
