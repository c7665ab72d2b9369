import { data, redirect } from 'react-router';

import type { Current } from '#app/current/current.server.ts';
import { answerForm, formHeaders } from '#app/current/forms/answer-form.server.ts';
import { getText, inLocale } from '#app/current/locale.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import { fullTitle, prevNextLinks } from '#app/current/page/head.ts';
import type { Head } from '#app/current/page/head.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { FollowButton } from '#app/following/follow-button.tsx';
import { followIntents } from '#app/following/follow-forms.server.ts';
import { eventCatalogContext } from '#app/notifications/event-kind.server.ts';
import { withQuery } from '#lib/calls/browser/address.ts';
import { linkHeaders } from '#lib/calls/page.ts';
import { documentLinks } from '#lib/syndication/feed-format.ts';
import { createIsland } from '#lib/ui/island.tsx';

import { POST_CACHE_TOPICS } from '../cache-topics.ts';
import { answerFeedDocument } from '../feed-documents.server.ts';
import { FEEDS, FEED_TITLES } from '../feed-name.ts';
import { FeedHeader, FeedPosts } from '../feed-page.tsx';
import { feedBehind, feedPath } from '../feed.ts';
import type { PostFeed } from '../feed.ts';
import { feedWords, findFeedPosts, getFeed } from '../feeds.server.ts';
import type { PostFeedPage, FeedWords } from '../feeds.server.ts';
import { offerFeedFollow } from '../post-subjects.server.ts';
import { searchFeed } from '../search/find-posts.server.ts';
import { PostSearchForm } from '../search/post-search-form.tsx';
import type { PostHits } from '../search/post-search.ts';
import type { Route } from './+types/feed';

/** The documents of a feed stand below its address, where routes of their own would be 15 more in every page. */
export const middleware: Route.MiddlewareFunction[] = [
  withCurrent((current, { request, url }: Parameters<Route.MiddlewareFunction>[0]) =>
    answerFeedDocument(current, request, url.pathname),
  ),
];

export const loader = withCurrent(async (current, { params, url, request, context }: Route.LoaderArgs) => {
  const feed = getFeed(current, url.pathname);
  const localizePath = (path: string) => inLocale(params, path);
  const other = feedBehind(feed);
  if (other !== undefined) throw redirect(localizePath(feedPath(other)) + url.search, 301);
  const cursors = { after: url.searchParams.get('after'), before: url.searchParams.get('before') };
  const q = url.searchParams.get('q');
  const found = q === null ? undefined : await searchFeed(current, feed, { q, ...cursors });
  const page = found === undefined ? await findFeedPosts(current, feed, cursors) : { ...found, posts: [] };
  const words = await feedWords(current, feed);
  const path = feedPath(feed);
  const pages = linkPages(path, page);
  return data(
    {
      words,
      path,
      pages,
      posts: page.posts,
      found,
      tabs: await buildTabs(current, feed),
      follow: await offerFeedFollow(current, context.get(eventCatalogContext).subjects, feed),
      head: found
        ? await headOfSearch(current, words, found)
        : await headOfFeed(current, {
            feed,
            words,
            page,
            localizePath,
            isFirst: cursors.after === null && cursors.before === null,
          }),
    },
    { headers: linkHeaders(request.url, { next: { after: page.next }, prev: { before: page.previous } }) },
  );
});

interface ShownFeed {
  feed: PostFeed;
  words: FeedWords;
  page: PostFeedPage;
  localizePath: (path: string) => string;
  isFirst: boolean;
}

async function headOfFeed(current: Current, { feed, words, page, localizePath, isFirst }: ShownFeed): Promise<Head> {
  const path = feedPath(feed);
  const { newer, older } = linkPages(path, page);
  const text = await getText(current.locale);
  return {
    title: words.title,
    description: words.description,
    path,
    // What is empty may be a word that somebody made up; of several pages search engines need the first.
    noindex: !isFirst || (feed.segments.length > 0 && page.posts.length === 0),
    links: [
      ...documentLinks(current.config.publicUrl, localizePath(path), fullTitle(text, words.title)),
      ...prevNextLinks({ prev: newer && localizePath(newer), next: older && localizePath(older) }),
    ],
  };
}

/** For nobody but who has asked: not for search engines, and without a canonical address. */
async function headOfSearch(current: Current, { title, description }: FeedWords, { q }: PostHits): Promise<Head> {
  const text = await getText(current.locale);
  return { title: q === '' ? title : text('search.title', { q, feed: title }), description, noindex: true };
}

function linkPages(path: string, { next, previous }: PostFeedPage) {
  return {
    newer: previous && withQuery(path, { before: previous }),
    older: next && withQuery(path, { after: next }),
  };
}

async function buildTabs(current: Current, { name }: PostFeed) {
  const text = await getText(current.locale);
  return FEEDS.map((feed) => ({ to: `/${feed}`, title: text(FEED_TITLES[feed]), isCurrent: feed === name }));
}

export const action = withCurrent(async (current, { request, context }: Route.ActionArgs) =>
  answerForm(current, await request.formData(), followIntents(context.get(eventCatalogContext).subjects)),
);

export const headers = formHeaders;

export const handle: CacheHandle = { cacheTopics: POST_CACHE_TOPICS };

const PostSearchHits = createIsland(async () => (await import('../search/post-search-hits.tsx')).PostSearchHits);
const Subscribe = createIsland(async () => (await import('#app/articles/subscribe.tsx')).Subscribe);

export default function FeedScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { words, path, pages, posts, found, tabs, follow } = loaderData;
  return (
    <div className="space-y-10">
      <FeedHeader {...words} tabs={tabs} />
      {follow && <FollowButton offer={follow} path={path} answered={actionData} />}
      <PostSearchForm path={path} q={found?.q} />
      {found ? <PostSearchHits path={path} found={found} /> : <FeedPosts path={path} {...pages} posts={posts} />}
      <Subscribe path={path} />
    </div>
  );
}
