import type { TextKey } from '../locale.ts';

/**
 * The `handle` of a screen whose page is the same for every visitor without a session, without a query: the page is
 * cached until a topic changes.
 */
export interface CacheHandle {
  readonly cacheTopics: readonly string[];
}

/** The topics of a crate's items and of its policy. */
export function cacheTopicsOfCrate(crateId: string): string[] {
  return [`changes:${crateId}`, `crate:${crateId}`];
}

/** The `handle` of a screen under /admin: its breadcrumb, unless its data has a `crumb` of its own. */
export interface AdminHandle {
  readonly crumb: TextKey;
}
