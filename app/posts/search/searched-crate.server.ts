import type { Current } from '#app/current/current.server.ts';
import { isDraft } from '#app/editor/kinds/drafts.ts';
import type { Item } from '#app/storage/item.ts';

import { POSTS_CRATE } from '../cache-topics.ts';
import { notifyOfPosts } from '../event-kinds.server.ts';
import { pingHubLater } from '../feed-documents/hub.server.ts';
import { mapOfBody, postOf } from '../post.ts';

/** A crate whose items are found by their words, and by the names that they had. */
export interface SearchedCrate {
  readonly crateId: string;
  /** The words that count more than those of the text. */
  readonly headOf: (item: Item, text: string) => { readonly title: string; readonly blurb: string };
  /** What nobody searches for is not indexed, and its names lead nowhere. */
  readonly isSearched?: (item: Item) => boolean;
  /** In the transaction that has seen changes, but for those of a walk over all. */
  readonly follow?: (
    system: Current,
    seen: readonly { readonly item: Item }[],
    goneIds: readonly string[],
  ) => Promise<void>;
}

export const SEARCHED_POSTS: SearchedCrate = {
  crateId: POSTS_CRATE,
  isSearched: (item) => !isDraft(item),
  headOf: (item, text) => postOf(item, { ...mapOfBody(text), ...item.map }),
  follow: async (system, seen, goneIds) => {
    await pingHubLater(system, seen);
    await notifyOfPosts(system, seen, goneIds);
  },
};
