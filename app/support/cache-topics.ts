import { cacheTopicsOfCrate } from '#app/current/page/handle.ts';

export const SUPPORT_CRATE = 'support';
export const SUPPORT_CACHE_TOPICS = cacheTopicsOfCrate(SUPPORT_CRATE);
