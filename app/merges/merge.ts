/** The page that tells what will happen, and does it. */
export const MERGE_PATH = '/account/merge';
/** Minutes in which the other account has to be signed in to. */
export const MERGE_MINUTES = 15;
/** Counts on the page go no further. */
export const MAX_COUNTED = 10_000;
