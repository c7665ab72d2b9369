import type { Current } from '#app/current/current.server.ts';
import { noCrate } from '#app/storage/problems.ts';
import { SearchQuery } from '#app/storage/search/search.ts';
import { findItems } from '#app/storage/search/searches.server.ts';
import { Problem } from '#lib/problem.ts';
import type { SitemapEntry } from '#lib/sitemap/sitemap.ts';

import { POSTS_CRATE } from './cache-topics.ts';
import { postOf } from './post.ts';

/** The pages of the posts that are listed for the asker, newest first; page by page, because there may be many. */
export async function* sitemapPosts(current: Current): AsyncGenerator<SitemapEntry> {
  let after: string | undefined;
  do {
    const { items, next } = await findItems(current, POSTS_CRATE, { ...LISTED, after }).catch(nothingWithoutCrate);
    for (const item of items) yield { path: postOf(item).path, lastmod: new Date(item.updatedAt) };
    after = next;
  } while (after !== undefined);
}

const LISTED = SearchQuery.parse({ tags: '-hidden,-unlisted', limit: '128' });

/** Off localhost nothing is seeded: until the studio makes the crate there are no posts. */
function nothingWithoutCrate(refusal: unknown): { items: []; next?: string } {
  if (refusal instanceof Problem && refusal.code === noCrate.code) return { items: [] };
  throw refusal;
}
