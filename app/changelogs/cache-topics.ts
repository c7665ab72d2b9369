import { cacheTopicsOfCrate } from '#app/current/page/handle.ts';
import { POST_CACHE_TOPICS } from '#app/posts/cache-topics.ts';

export const CHANGELOGS_CRATE = 'changelogs';
export const CHANGELOG_CACHE_TOPICS = [...cacheTopicsOfCrate(CHANGELOGS_CRATE), ...POST_CACHE_TOPICS];
