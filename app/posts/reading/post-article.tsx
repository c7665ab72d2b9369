import type { ReactNode } from 'react';

import { ContentsBeside, FoldedContents, hasContents } from '#app/articles/table-of-contents.tsx';
import { htmlLang, useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import type { Article } from '#lib/markdown/article.ts';

import { PostImage } from '../post-image.tsx';
import { PostTopics } from '../post-topics.tsx';
import type { PostWithAuthors } from '../post.ts';
import { PostHeader } from './post-header.tsx';

interface PostArticleProps {
  post: PostWithAuthors & Article & { readonly isImageGif: boolean };
  games: readonly { slug: string; name: string }[];
  children?: ReactNode;
}

export function PostArticle({ post, games, children }: PostArticleProps) {
  const lang = htmlLang(post.locale);
  const isLong = hasContents(post.headings);
  return (
    <div className={`mx-auto grid gap-8 ${isLong ? 'max-w-6xl lg:grid-cols-[minmax(0,1fr)_16rem]' : 'max-w-3xl'}`}>
      <article className="post-page block-card overflow-hidden">
        <PostImage image={post.image} alt={post.imageAlt} layout="cover" isGif={post.isImageGif} />
        <div className="space-y-8 p-6 sm:p-12">
          <PostHeader post={post} minutes={post.minutes} />
          {isLong && <FoldedContents headings={post.headings} lang={lang} />}
          {/* Sanitised by lib/markdown with an allow-list. */}
          <div lang={lang} className="own-face prose" dangerouslySetInnerHTML={{ __html: post.html }} />
          <footer className="space-y-6">
            <PostTopics topics={post.topics} />
            <Games games={games} />
            {children}
          </footer>
        </div>
      </article>
      {isLong && <ContentsBeside headings={post.headings} lang={lang} />}
    </div>
  );
}

function Games({ games }: { games: readonly { slug: string; name: string }[] }) {
  const { richText } = useText();
  if (games.length === 0) return null;
  const links = games.map(({ slug, name }, at) => (
    <span key={slug}>
      {at > 0 && <span>{' · '}</span>}
      <SiteLink to={`/games/${slug}`} className="font-bold underline">
        {name}
      </SiteLink>
    </span>
  ));
  return <p>{richText('reading.page.games', { games: links })}</p>;
}
