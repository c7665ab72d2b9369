import { cacheTopicsOfCrate } from '#app/current/page/handle.ts';

export const PODCAST_CRATE = 'podcast';
/** Their audio and transcripts, which are given out for an episode that its reader may see, and no other way. */
export const PODCAST_FILES_CRATE = 'podcast-files';
export const QUESTIONS_TOPIC = 'podcast-questions';
export const PODCAST_CACHE_TOPICS = [PODCAST_CRATE, PODCAST_FILES_CRATE].flatMap(cacheTopicsOfCrate);
