import type { TextKey } from '../locale.ts';

/**
 * What a screen exports as `handle` when its page is the same for everyone who is not signed in, however it is asked
 * for without a query: the page is then kept until there is news of a topic.
 */
export interface CacheHandle {
  readonly cacheTopics: readonly string[];
}

/** Of the items of a crate, and of its rules. */
export function cacheTopicsOfCrate(crateId: string): string[] {
  return [`changes:${crateId}`, `crate:${crateId}`];
}

/** The `handle` of a screen under /admin: what the way to it ends with, unless its data has a `crumb` of its own. */
export interface AdminHandle {
  readonly crumb: TextKey;
}
