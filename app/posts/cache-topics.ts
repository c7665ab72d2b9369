import { ALIASES_TOPIC } from '#app/aliases/cache-topics.ts';
import { cacheTopicsOfCrate } from '#app/current/page/handle.ts';

export const POSTS_CRATE = 'posts';
export const POST_CACHE_TOPICS = [...cacheTopicsOfCrate(POSTS_CRATE), ALIASES_TOPIC];
