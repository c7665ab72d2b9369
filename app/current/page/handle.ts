import type { TextKey } from '../locale.ts';

/** For a page that is the same for every visitor without session and query: cached until one of the topics changes. */
export interface CacheHandle {
  readonly cacheTopics: readonly string[];
}

export function cacheTopicsOfCrate(crateId: string): string[] {
  return [`changes:${crateId}`, `crate:${crateId}`];
}

/** Of a screen with larger forms than the 64 kB that any other takes. */
export interface FormHandle {
  readonly maxFormBytes: number;
}

/** Of a screen under /admin: its breadcrumb, unless its data has a `crumb`. */
export interface AdminHandle {
  readonly crumb: TextKey;
}
