import type { ReactNode } from 'react';

import { useText } from '#app/current/locale.ts';

import type { PostWithAuthors } from './post.ts';

export function PostByline({ post }: { post: PostWithAuthors }) {
  const { text, richText, formatList, formatRelative, formatDate } = useText();
  const inTime = (chunks: ReactNode) => (
    <time dateTime={post.date} title={formatDate(post.date, { dateStyle: 'long' })}>
      {chunks}
    </time>
  );
  return (
    <p className="text-sm text-muted">
      {text('post.card.authors', { authors: formatList(post.authors) })}
      {' · '}
      {richText('post.card.posted', { ago: formatRelative(-post.createdAgo), time: inTime })}
    </p>
  );
}
