import type { ReactNode } from 'react';

import { useText } from '#app/current/locale.ts';

import type { PostWithAuthors } from './post.ts';

export function PostByline({ post }: { post: PostWithAuthors }) {
  const { text, formatList } = useText();
  return (
    <p className="text-sm text-muted">
      <span>{text('post.card.authors', { authors: formatList(post.authors.map(({ name }) => name)) })}</span>
      {' · '}
      <PostedTime post={post} />
    </p>
  );
}

export function PostedTime({ post: { date, createdAgo } }: { post: PostWithAuthors }) {
  const { richText, formatRelative, formatDate } = useText();
  const inTime = (chunks: ReactNode) => (
    <time dateTime={date} title={formatDate(date, { dateStyle: 'long' })}>
      {chunks}
    </time>
  );
  return richText('post.card.posted', { ago: formatRelative(-createdAgo), time: inTime });
}
