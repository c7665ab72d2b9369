import { data, redirect } from 'react-router';

import type { Current } from '#app/current/current.server.ts';
import { LOCALE_NAMES, inLocale, useText } from '#app/current/locale.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { offerEdit } from '#app/editor/kinds/edit-link.server.ts';
import { isProblem } from '#lib/problem.ts';
import { createIsland } from '#lib/ui/island.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import { POST_CACHE_TOPICS } from '../cache-topics.ts';
import { POSTS } from '../editing/posts-kind.server.ts';
import { findPathByOldName } from '../posts.server.ts';
import { noPost } from '../problems.ts';
import { PostArticle } from '../reading/post-article.tsx';
import { headOfPost } from '../reading/post-head.server.ts';
import { findPostsAround, gamesOfPost, getPost } from '../reading/reading.server.ts';
import { SharePost } from '../reading/share-post.tsx';
import type { Route } from './+types/post';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const { post, item, original, isUntranslated } = await getPost(current, params.name).catch(
    leadToNewName(current, params, url),
  );
  const around = await findPostsAround(current, item, url.searchParams.get('topics'));
  const address = `${current.config.publicUrl}${url.pathname}`;
  const head = await headOfPost(current, post, { name: params.name, address, original });
  // A link in a mail or a chat shall not bring an unlisted post into a search engine, whatever reads it.
  const headers = post.visibility === 'public' ? undefined : { 'x-robots-tag': 'noindex' };
  const games = gamesOfPost(current, post);
  const edit = await offerEdit(current, POSTS, 'post', params.name);
  return data({ post, around, address, games, isUntranslated, head, ...edit }, headers && { headers });
});

/** Throws a permanent redirect from a name that the post had before, and what it was given otherwise. */
function leadToNewName(current: Current, { locale, name }: Route.LoaderArgs['params'], { search }: URL) {
  return async (refusal: unknown): Promise<never> => {
    const isMissing = isProblem(refusal, noPost);
    const path = isMissing ? await findPathByOldName(current, name) : undefined;
    if (path === undefined) throw refusal;
    throw redirect(inLocale({ locale }, path) + search, 301);
  };
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

export const handle: CacheHandle = { cacheTopics: POST_CACHE_TOPICS };

const ReadOn = createIsland(async () => (await import('../reading/read-on.tsx')).ReadOn);

export default function PostScreen({ loaderData }: Route.ComponentProps) {
  const { post, around, address, games, isUntranslated } = loaderData;
  const { text } = useText();
  return (
    <div className="space-y-16">
      <div className="space-y-6">
        {isUntranslated && (
          <div className="mx-auto max-w-3xl">
            <Notice>{text('reading.page.untranslated', { language: LOCALE_NAMES[post.locale] })}</Notice>
          </div>
        )}
        <PostArticle post={post} games={games}>
          <SharePost title={post.title} address={address} />
        </PostArticle>
      </div>
      <ReadOn {...around} />
    </div>
  );
}
