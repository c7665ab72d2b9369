import { ALIASES_TOPIC } from '#app/aliases/cache-topics.ts';
import { cacheTopicsOfCrate } from '#app/current/page/handle.ts';

export const POSTS_CRATE = 'posts';
/** The topics of which a page with posts shows something: the posts, and what their authors are called. */
export const POST_CACHE_TOPICS = [...cacheTopicsOfCrate(POSTS_CRATE), ALIASES_TOPIC];
