import type { Current } from '#app/current/current.server.ts';
import { headOf } from '#app/current/page/head.ts';
import type { Head } from '#app/current/page/head.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';
import { titleOf } from '#app/current/page/title.ts';
import { shareCardUrl } from '#app/media/share-card.ts';
import type { CacheHandle } from '#app/current/page/handle.ts';
import { POST_CACHE_TOPICS } from '../cache-topics.ts';
import type { PostWithAuthors } from '../post.ts';
import { PostByline } from '../post-byline.tsx';
import { PostImage } from '../post-image.tsx';
import { PostTopics } from '../post-topics.tsx';
import { PostVisibility } from '../post-visibility.tsx';
import { getPost } from '../posts.server.ts';

import type { Route } from './+types/post';

export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const post = await getPost(current, params.name);
  return { post, head: await headOfPost(current, post, params.name) };
});

async function headOfPost(current: Current, post: PostWithAuthors, name: string): Promise<Head> {
  return {
    title: await titleOf(current.locale, post.title),
    description: post.blurb,
    type: 'article',
    author: post.authors.join(', '),
    publishedTime: post.date,
    image: shareCardUrl('post', name, current.locale),
    // Only visitors with its address should find an unlisted post.
    noindex: post.visibility !== 'public',
  };
}

export const handle: CacheHandle = { cacheTopics: POST_CACHE_TOPICS };

export const meta = ({ loaderData }: Route.MetaArgs) => headOf(loaderData);

export default function Post({ loaderData: { post } }: Route.ComponentProps) {
  return (
    <article className="block-card mx-auto max-w-3xl overflow-hidden">
      <PostImage image={post.image} />
      <div className="space-y-6 p-6 sm:p-12">
        <h1 lang="en" className="squiggle text-3xl sm:text-5xl">
          {post.title}
        </h1>
        <PostVisibility visibility={post.visibility} />
        <PostByline post={post} />
        <p lang="en" className="text-xl">
          {post.blurb}
        </p>
        {/* Sanitised by lib/markdown with an allow-list. */}
        <div lang="en" className="prose" dangerouslySetInnerHTML={{ __html: post.html }} />
        <PostTopics topics={post.topics} />
      </div>
    </article>
  );
}
