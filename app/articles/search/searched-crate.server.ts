import type { Current } from '#app/current/current.server.ts';
import type { ItemTags } from '#app/storage/item-tags.ts';
import type { Item } from '#app/storage/item.ts';

/** A crate whose items are found by their words, and by the names that they had. */
export interface SearchedCrate {
  readonly crateId: string;
  /** The words that count more than those of the text. */
  readonly readHead: (item: Item, text: string) => { readonly title: string; readonly blurb: string };
  /** Whether somebody can have met it under the name of that time, so that this leads to it. By default all can. */
  readonly isMet?: (state: ItemTags) => boolean;
  /** In the transaction that has seen changes, but for those of a walk over all. */
  readonly follow?: (
    system: Current,
    seen: readonly { readonly item: Item }[],
    goneIds: readonly string[],
  ) => Promise<void>;
}
