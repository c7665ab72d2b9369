import { CHANGELOGS_CRATE } from '#app/changelogs/cache-topics.ts';
import { releasePath } from '#app/changelogs/editing/release-path.ts';
import { nameInPath } from '#app/editor/kinds/document-kind.server.ts';
import { levelPath } from '#app/levelhead/event-kinds.server.ts';
import { CRATE as LEVELHEAD_CRATE } from '#app/levelhead/level.ts';
import { PODCAST_CRATE } from '#app/podcast/cache-topics.ts';
import { POSTS_CRATE } from '#app/posts/cache-topics.ts';
import type { Item } from '#app/storage/item.ts';
import { SUPPORT_CRATE } from '#app/support/cache-topics.ts';
import { Problem } from '#lib/problem.ts';

import { hasOwnEditor } from './problems.ts';

/** Where items of a noun are written: what is done there tells readers, keeps drafts and counts. */
const OWN_EDITORS: Readonly<Record<string, (item: Item) => string | undefined>> = {
  [POSTS_CRATE]: (item) => `/editor/${nameInPath(item)}`,
  [SUPPORT_CRATE]: (item) => `/editor/answers/${nameInPath(item)}`,
  [PODCAST_CRATE]: (item) => `/editor/episodes/${nameInPath(item)}`,
  [CHANGELOGS_CRATE]: (item) => {
    const { version } = item.map;
    const app = item.tags.find((tag) => tag.startsWith('app:'))?.slice('app:'.length) ?? '';
    return releasePath({ app, version: typeof version === 'string' ? version : item.itemId });
  },
  // A level, or its data.
  [LEVELHEAD_CRATE]: ({ name }) => {
    const [, levelId] = /^(?:level-data:)?([a-z0-9]{7})$/.exec(name ?? '') ?? [];
    return levelId && levelPath(levelId);
  },
};

/** Undefined for what is edited as an item alone. */
export function findOwnEditor(item: Item): string | undefined {
  return Object.hasOwn(OWN_EDITORS, item.crateId) ? OWN_EDITORS[item.crateId]?.(item) : undefined;
}

/** Of a crate, whether its items are written in places of their own. */
export function hasOwnEditors(crateId: string): boolean {
  return Object.hasOwn(OWN_EDITORS, crateId);
}

/** @throws Problem 409 for what is written in a place of its own */
export function requireNoOwnEditor(item: Item): void {
  if (findOwnEditor(item) !== undefined) throw new Problem(hasOwnEditor);
}
