import { CHANGELOGS_CRATE } from '#app/changelogs/cache-topics.ts';
import { changelogPath } from '#app/changelogs/changelog.ts';
import { releasePath } from '#app/changelogs/editing/release-path.ts';
import { nameInPath } from '#app/editor/kinds/document-kind.server.ts';
import { levelPath } from '#app/levelhead/event-kinds.server.ts';
import { CRATE as LEVELHEAD_CRATE } from '#app/levelhead/level.ts';
import { PODCAST_CRATE } from '#app/podcast/cache-topics.ts';
import { toEpisode } from '#app/podcast/episode.ts';
import { POSTS_CRATE } from '#app/posts/cache-topics.ts';
import { toPost } from '#app/posts/post.ts';
import type { Item } from '#app/storage/item.ts';
import { toSupportAnswer } from '#app/support/answer.ts';
import { SUPPORT_CRATE } from '#app/support/cache-topics.ts';
import { Problem } from '#lib/problem.ts';

import { hasOwnEditor } from './problems.ts';

/** Of the items of a noun. */
interface OwnPages {
  /** Where they are written: what is done there tells readers, keeps drafts and counts. */
  readonly editor: string;
  /** Where players read them. */
  readonly seenAt: string;
}

const OWN_PAGES: Readonly<Record<string, (item: Item) => OwnPages | undefined>> = {
  [POSTS_CRATE]: (item) => ({ editor: `/editor/${nameInPath(item)}`, seenAt: toPost(item).path }),
  [SUPPORT_CRATE]: (item) => ({
    editor: `/editor/answers/${nameInPath(item)}`,
    seenAt: toSupportAnswer(item).path,
  }),
  [PODCAST_CRATE]: (item) => ({ editor: `/editor/episodes/${nameInPath(item)}`, seenAt: toEpisode(item).path }),
  [CHANGELOGS_CRATE]: (item) => {
    const app = item.tags.find((tag) => tag.startsWith('app:'))?.slice('app:'.length) ?? '';
    const version = typeof item.map['version'] === 'string' ? item.map['version'] : item.itemId;
    return {
      editor: releasePath({ app, version }),
      seenAt: changelogPath(`/changelogs/${app}`, { version }),
    };
  },
  // A level, or its data.
  [LEVELHEAD_CRATE]: ({ name }) => {
    const [, levelId] = /^(?:level-data:)?([a-z0-9]{7})$/.exec(name ?? '') ?? [];
    return levelId === undefined ? undefined : { editor: levelPath(levelId), seenAt: levelPath(levelId) };
  },
};

/** Undefined for what is edited as an item alone. */
export function findOwnPages(item: Item): OwnPages | undefined {
  return Object.hasOwn(OWN_PAGES, item.crateId) ? OWN_PAGES[item.crateId]?.(item) : undefined;
}

/** Where players find what is in a crate of a noun. */
export function findOwnList(crateId: string): { readonly seenAt?: string } {
  const path = Object.hasOwn(OWN_LISTS, crateId) ? OWN_LISTS[crateId] : undefined;
  return path === undefined ? {} : { seenAt: path };
}

const OWN_LISTS: Readonly<Record<string, string>> = {
  [POSTS_CRATE]: '/blog',
  [SUPPORT_CRATE]: '/support',
  [PODCAST_CRATE]: '/podcast',
  [CHANGELOGS_CRATE]: '/changelog',
  [LEVELHEAD_CRATE]: '/games/levelhead',
};

/** Of a crate, whether its items are written in places of their own. */
export function hasOwnEditors(crateId: string): boolean {
  return Object.hasOwn(OWN_PAGES, crateId);
}

/** @throws Problem 409 for what is written in a place of its own */
export function requireNoOwnEditor(item: Item): void {
  if (findOwnPages(item) !== undefined) throw new Problem(hasOwnEditor);
}
