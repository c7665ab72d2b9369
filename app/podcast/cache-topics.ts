import { cacheTopicsOfCrate } from '#app/current/page/handle.ts';

/** Episodes, as posts are. */
export const PODCAST_CRATE = 'podcast';
/** Their audio and transcripts, which are given out for an episode that its reader may see, and no other way. */
export const PODCAST_FILES_CRATE = 'podcast-files';
/** What people have asked, and where it is answered. */
export const QUESTIONS_TOPIC = 'podcast-questions';
/** The topics of a page with episodes. */
export const PODCAST_CACHE_TOPICS = [PODCAST_CRATE, PODCAST_FILES_CRATE].flatMap(cacheTopicsOfCrate);
