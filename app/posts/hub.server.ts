import { pingLater } from '#app/articles/hub.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { isSelectableLocale } from '#app/current/locale.ts';
import { visibleGames } from '#app/games/games.server.ts';
import { tagValues } from '#app/storage/item-tags.ts';
import type { Item } from '#app/storage/item.ts';
import { FEED_FORMATS } from '#lib/syndication/feed-format.ts';

import { FEEDS } from './feed-name.ts';
import { feedPath } from './feed.ts';
import type { FeedTerm, PostFeed } from './feed.ts';
import { toPost } from './post.ts';

/** Feeds that the hub is told of; those of more words are asked for by their readers. */
const MAX_FEEDS = 64;

/** The hub that is told of news in a feed: there is one for those without a locale and with one word. */
export function findHub({ config }: Current, feed: PostFeed, path: string): string | undefined {
  const isOneWord = feed.segments.length <= 1 && feed.segments.every((terms) => terms.length === 1);
  return isOneWord && path === feedPath(feed) ? config.WEBSUB_HUB : undefined;
}

/** In the transaction that has seen the posts; of posts that not everyone may list nothing is told. */
export async function pingHubLater(system: Current, posts: readonly { readonly item: Item }[]): Promise<void> {
  if (system.config.WEBSUB_HUB === undefined) return;
  for (const { item } of posts) {
    if (toPost(item).visibility !== 'public') continue;
    const paths = listFeedPaths(item).flatMap((path) => FEED_FORMATS.map(({ file }) => `${path}/${file}`));
    await pingLater(system, item.itemId, paths);
  }
}

/** Those that have the post among them, as everyone may see them. */
function listFeedPaths(item: Item): string[] {
  const games = new Set(visibleGames({ role: 'public' }).map(({ slug }) => slug));
  const of = (kind: FeedTerm['kind'], isKnown: (value: string) => boolean = () => true) =>
    tagValues(item, kind)
      .filter(isKnown)
      .map((value): FeedTerm => ({ kind, value }));
  const terms = [
    ...of('topic'),
    ...of('game', (slug) => games.has(slug)),
    ...of('locale', isSelectableLocale),
    ...item.collaborators.map((value): FeedTerm => ({ kind: 'author', value })),
  ];
  const topics = new Set(of('topic').map(({ value }) => value));
  const own = FEEDS.filter((feed) => (feed === 'blog' ? !topics.has('devchat') : topics.has(feed)));
  const narrowed = [[], ...terms.map((term) => [[term]])];
  const paths = own.flatMap((name) => narrowed.map((segments) => feedPath({ name, segments })));
  return paths.slice(0, MAX_FEEDS);
}
