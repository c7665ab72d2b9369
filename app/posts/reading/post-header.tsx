import type { ReactNode } from 'react';

import { VisibilityMark } from '#app/articles/visibility-mark.tsx';
import { htmlLang, useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';

import { PostedTime } from '../post-byline.tsx';
import type { PostWithAuthors } from '../post.ts';

export function PostHeader({ post, minutes }: { post: PostWithAuthors; minutes: number }) {
  const { text } = useText();
  const lang = htmlLang(post.locale);
  return (
    <header className="space-y-5">
      <h1 lang={lang} className="own-face squiggle font-display text-3xl sm:text-5xl">
        {post.title}
      </h1>
      <VisibilityMark visibility={post.visibility} />
      <div className="flex flex-wrap gap-x-6 text-sm text-muted">
        <AuthorLine post={post} />
        <p>
          <PostedTime post={post} />
        </p>
        <p>{text('reading.page.minutes', { minutes })}</p>
      </div>
      <p lang={lang} className="max-w-[60ch] text-xl">
        {post.blurb}
      </p>
    </header>
  );
}

function AuthorLine({ post: { authors } }: { post: PostWithAuthors }) {
  const { richText, formatList } = useText();
  // A list in the manner of the language, into which the links are put by their places.
  const pieces = formatList(authors.map((_, at) => `\u0000${at}\u0000`)).split('\u0000');
  const names = pieces.map((piece, at): ReactNode => {
    const author = at % 2 === 1 ? authors[Number(piece)] : undefined;
    if (author === undefined) return piece;
    return author.userId === undefined ? (
      author.name
    ) : (
      <SiteLink key={author.userId} to={`/blog/@${author.userId}`} className="underline">
        {author.name}
      </SiteLink>
    );
  });
  return <p>{richText('post.card.authors', { authors: names })}</p>;
}
