import { useText } from '#app/current/locale.ts';
import { LinkTabs } from '#app/current/page/link-tabs.tsx';
import type { LinkTab } from '#app/current/page/link-tabs.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Picture } from '#app/media/picture.tsx';
import { buttonClass } from '#lib/ui/button.tsx';
import { Pagination } from '#lib/ui/pagination.tsx';

import { PostCard } from './post-card.tsx';
import type { PostWithAuthors } from './post.ts';

interface FeedHeaderProps {
  title: string;
  description: string;
  tabs: readonly LinkTab[];
}

export function FeedHeader({ title, description, tabs }: FeedHeaderProps) {
  const { text } = useText();
  return (
    <header className="space-y-5">
      <h1 className="squiggle text-4xl sm:text-5xl">{title}</h1>
      <p className="max-w-[60ch] text-lg">{description}</p>
      <LinkTabs label={text('feed.page.feeds')} tabs={tabs} look="feeds" />
    </header>
  );
}

interface FeedPostsProps {
  /** The path of the feed, and of its pages with their cursors. */
  path: string;
  newer: string | undefined;
  older: string | undefined;
  posts: readonly PostWithAuthors[];
}

export function FeedPosts({ path, newer, older, posts }: FeedPostsProps) {
  const { text } = useText();
  if (posts.length === 0) return <EmptyFeed path={path} />;
  // The blog itself is where every post's page goes on anyway.
  const topics = path === '/blog' ? undefined : path.slice(1);
  const hasLead = newer === undefined && posts.length > 2;
  return (
    <div className="space-y-10">
      <div className="grid gap-8 md:grid-cols-2">
        {posts.map((post, at) => (
          <PostCard key={post.itemId} post={post} topics={topics} heading="h2" isLead={hasLead && at === 0} />
        ))}
      </div>
      <Pagination
        label={text('feed.page.pages')}
        previous={newer === undefined ? undefined : { to: newer, text: text('feed.page.newer') }}
        next={older === undefined ? undefined : { to: older, text: text('feed.page.older') }}
        link={SiteLink}
      />
    </div>
  );
}

function EmptyFeed({ path }: { path: string }) {
  const { text } = useText();
  return (
    <div className="mx-auto grid max-w-3xl items-center gap-8 py-4 text-center md:grid-cols-[18rem_1fr] md:text-start">
      <Picture of="feed-empty" alt="" width={320} height={240} className="mx-auto w-full max-w-72" />
      <div className="space-y-5">
        <h2 className="text-2xl">{text('feed.empty.title')}</h2>
        <p>{text('feed.empty.text')}</p>
        {path !== '/blog' && (
          <SiteLink to="/blog" className={buttonClass('plain')}>
            {text('feed.empty.blog')}
          </SiteLink>
        )}
      </div>
    </div>
  );
}
