import type { TextKey } from '#app/current/locale.ts';

/** In the order of the tabs (specification §2). The list of routes reads this file, which imports nothing therefore. */
export const FEEDS = ['blog', 'news', 'lore', 'patchnotes', 'devchat'] as const;
export type FeedName = (typeof FEEDS)[number];

export const FEED_TITLES = {
  blog: 'feed.blog.title',
  news: 'feed.news.title',
  lore: 'feed.lore.title',
  patchnotes: 'feed.patchnotes.title',
  devchat: 'feed.devchat.title',
} as const satisfies Record<FeedName, TextKey>;
