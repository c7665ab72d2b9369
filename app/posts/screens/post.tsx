import { headOf } from '#app/current/head.ts';
import { forScreen } from '#app/current/loads.server.ts';
import { requireLocaleSegment } from '#app/current/locale-segment.ts';
import { titleOf } from '#app/current/title.ts';
import { PostByline } from '../post-byline.tsx';
import { PostImage } from '../post-image.tsx';
import { PostTopics } from '../post-topics.tsx';
import { PostVisibility } from '../post-visibility.tsx';
import { getPost } from '../posts.server.ts';

import type { Route } from './+types/post';

export const loader = forScreen(async (current, { params }: Route.LoaderArgs) => {
  requireLocaleSegment(params.locale);
  const post = await getPost(current, params.name);
  return { post, head: { title: await titleOf(current.locale, post.title), description: post.blurb } };
});

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
