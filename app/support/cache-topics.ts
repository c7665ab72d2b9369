import { cacheTopicsOfCrate } from '#app/current/page/handle.ts';

export const SUPPORT_CRATE = 'support';
/** The topics of a page with answers. */
export const SUPPORT_CACHE_TOPICS = cacheTopicsOfCrate(SUPPORT_CRATE);
