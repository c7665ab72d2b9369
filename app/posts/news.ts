import { ALIASES } from '#app/aliases/news.ts';
import { newsOfCrate } from '#app/current/page/handle.ts';

export const POSTS_CRATE = 'posts';
/** The topics of which a page with posts shows something: the posts, and what their authors are called. */
export const NEWS_OF_POSTS = [...newsOfCrate(POSTS_CRATE), ALIASES];
