import { VisibilityMark } from '#app/articles/visibility-mark.tsx';
import { htmlLang } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';

import { PostByline } from './post-byline.tsx';
import { PostImage } from './post-image.tsx';
import { PostTopics } from './post-topics.tsx';
import type { PostWithAuthors } from './post.ts';

interface PostCardProps {
  post: PostWithAuthors;
  /** The feed that the post stands in, for the neighbours on its page: `news/crashlands`. */
  topics?: string | undefined;
  heading?: 'h2' | 'h3';
  /** Lies across the page, its picture beside its words. */
  isLead?: boolean;
}

/** The snippet card of specification §2. */
export function PostCard({ post, topics, heading: Heading = 'h3', isLead = false }: PostCardProps) {
  const lang = htmlLang(post.locale);
  return (
    <article
      className={`block-card block-link lift relative flex flex-col overflow-hidden ${isLead ? 'md:col-span-2 md:grid md:grid-cols-[7fr_6fr]' : ''}`}
    >
      <PostImage image={post.image} layout={isLead ? 'lead' : 'card'} />
      <div className="flex grow flex-col gap-3 p-6">
        <Heading lang={lang} className={`own-face font-display text-2xl ${isLead ? 'md:text-3xl' : ''}`}>
          <SiteLink to={postAddress(post, topics)} className="hover:underline">
            {post.title}
          </SiteLink>
        </Heading>
        <p lang={lang} className="grow">
          {post.blurb}
        </p>
        <VisibilityMark visibility={post.visibility} />
        <PostTopics topics={post.topics} />
        <PostByline post={post} />
      </div>
    </article>
  );
}

/** Where a post is read. @param topics the feed that its neighbours there are of: `news/crashlands` */
export function postAddress({ path }: Pick<PostWithAuthors, 'path'>, topics: string | undefined): string {
  return topics === undefined ? path : `${path}?topics=${encodeURIComponent(topics)}`;
}
