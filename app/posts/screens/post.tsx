import { data, redirect } from 'react-router';

import { CHANGELOG_CACHE_TOPICS } from '#app/changelogs/cache-topics.ts';
import type { Current } from '#app/current/current.server.ts';
import { htmlLang, isLocale, localePath, useText } from '#app/current/locale.ts';
import { headOf } from '#app/current/page/head.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Problem } from '#lib/problem.ts';

import { findPathByOldName } from '../old-names.server.ts';
import { PostImage } from '../post-image.tsx';
import { PostTopics } from '../post-topics.tsx';
import { noPost } from '../problems.ts';
import { PostHeader } from '../reading/post-header.tsx';
import { headOfPost } from '../reading/post-head.server.ts';
import { ReadOn } from '../reading/read-on.tsx';
import { findPostsAround, gamesOfPost, getPost } from '../reading/reading.server.ts';
import { SharePost } from '../reading/share-post.tsx';
import { ContentsBeside, FoldedContents, hasContents } from '../reading/table-of-contents.tsx';

import type { Route } from './+types/post';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const { post, item } = await getPost(current, params.name).catch(leadToNewName(current, params, url));
  const topics = url.searchParams.get('topics');
  const around = await findPostsAround(current, item, topics);
  const address = `${current.config.publicUrl}${url.pathname}`;
  const head = await headOfPost(current, post, { name: params.name, address, isVariant: topics !== null });
  // A link in a mail or a chat shall not bring an unlisted post into a search engine, whatever reads it.
  const headers = post.visibility === 'public' ? undefined : { 'x-robots-tag': 'noindex' };
  return data({ post, around, address, games: gamesOfPost(current, post), head }, headers && { headers });
});

/** Throws a permanent redirect from a name that the post had before, and what it was given otherwise. */
function leadToNewName(current: Current, { locale, name }: Route.LoaderArgs['params'], { search }: URL) {
  return async (refusal: unknown): Promise<never> => {
    const isMissing = refusal instanceof Problem && refusal.code === noPost.code;
    const path = isMissing ? await findPathByOldName(current, name) : undefined;
    if (path === undefined) throw refusal;
    throw redirect((isLocale(locale) ? localePath(locale, path) : path) + search, 301);
  };
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders;

/** Its text may list releases. */
export const handle: CacheHandle = { cacheTopics: CHANGELOG_CACHE_TOPICS };

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function PostScreen({ loaderData }: Route.ComponentProps) {
  const { post, around, address, games } = loaderData;
  const lang = htmlLang(post.locale);
  const isLong = hasContents(post.headings);
  return (
    <div className="space-y-16">
      <div className={`mx-auto grid gap-8 ${isLong ? 'max-w-6xl lg:grid-cols-[minmax(0,1fr)_16rem]' : 'max-w-3xl'}`}>
        <article className="post-page block-card overflow-hidden">
          <PostImage image={post.image} alt={post.imageAlt} place="cover" />
          <div className="space-y-8 p-6 sm:p-12">
            <PostHeader post={post} minutes={post.minutes} />
            {isLong && <FoldedContents headings={post.headings} lang={lang} />}
            {/* Sanitised by lib/markdown with an allow-list. */}
            <div lang={lang} className="own-face prose" dangerouslySetInnerHTML={{ __html: post.html }} />
            <footer className="space-y-6">
              <PostTopics topics={post.topics} />
              <Games games={games} />
              <SharePost title={post.title} address={address} />
            </footer>
          </div>
        </article>
        {isLong && <ContentsBeside headings={post.headings} lang={lang} />}
      </div>
      <ReadOn {...around} />
    </div>
  );
}

function Games({ games }: { games: readonly { slug: string; name: string }[] }) {
  const { richText } = useText();
  if (games.length === 0) return null;
  const links = games.map(({ slug, name }, at) => (
    <span key={slug}>
      {at > 0 && ' · '}
      <SiteLink to={`/games/${slug}`} className="font-bold underline">
        {name}
      </SiteLink>
    </span>
  ));
  return <p>{richText('reading.page.games', { games: links })}</p>;
}
