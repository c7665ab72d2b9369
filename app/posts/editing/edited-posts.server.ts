import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { DRAFT, readReplacedId } from '#app/editor/kinds/drafts.ts';
import { findEditorNames } from '#app/editor/kinds/newer-drafts.server.ts';

import { POST_ITEMS } from '../posts.server.ts';
import type { ListedDraft } from './draft-list.tsx';
import { POSTS } from './posts-kind.server.ts';

interface DraftPage {
  readonly drafts: readonly ListedDraft[];
  readonly next: string | undefined;
}

const MAX_DRAFTS = 12;

/** The latest first. Needs staff. @param after a cursor of the page before @throws Problem 401 or 403, 400 for a foreign cursor */
export async function listDrafts(current: Current, after?: string): Promise<DraftPage> {
  requireRole(current, 'staff');
  const tags = { included: [DRAFT], excluded: [] };
  const sort = { field: 'updatedAt', ascending: false } as const;
  const { items, next } = await POST_ITEMS.page(current, { tags, sort, after, limit: MAX_DRAFTS });
  const names = await findEditorNames(current, items);
  const drafts = items.map((item) => {
    const { itemId, name, map, updatedAt } = item;
    const title = typeof map['title'] === 'string' ? map['title'] : (name ?? itemId);
    return {
      path: POSTS.pathTo(item, {}),
      title,
      updatedAt,
      by: names.get(itemId),
      isNewer: readReplacedId(item) !== undefined,
    };
  });
  return { drafts, next };
}
