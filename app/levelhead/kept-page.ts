import { ALIASES_TOPIC } from '#app/aliases/cache-topics.ts';
import { cacheTopicsOfCrate } from '#app/current/page/handle.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';

import { CRATE } from './level.ts';

/** Likes, plays, records and bans change too often for topics, so a crowd costs one rendering a second. */
export const ARCADE_CACHE: CacheHandle = { cacheTopics: [...cacheTopicsOfCrate(CRATE), ALIASES_TOPIC], cacheMs: 1000 };
