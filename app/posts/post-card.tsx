import { SiteLink } from '#app/current/page/site-link.tsx';

import { PostByline } from './post-byline.tsx';
import { PostImage } from './post-image.tsx';
import { PostTopics } from './post-topics.tsx';
import { PostVisibility } from './post-visibility.tsx';
import type { PostWithAuthors } from './post.ts';

export function PostCard({ post }: { post: PostWithAuthors }) {
  return (
    <article className="block-card block-link lift relative flex flex-col overflow-hidden">
      <PostImage image={post.image} isLazy />
      <div className="flex grow flex-col gap-3 p-6">
        <h3 lang="en" className="text-2xl">
          <SiteLink to={post.path} className="hover:underline">
            {post.title}
          </SiteLink>
        </h3>
        <p lang="en" className="grow">
          {post.blurb}
        </p>
        <PostVisibility visibility={post.visibility} />
        <PostTopics topics={post.topics} />
        <PostByline post={post} />
      </div>
    </article>
  );
}
