import { Link } from 'react-router';

import { useText } from '#app/current/locale.ts';

import { PostByline } from './post-byline.tsx';
import type { PostWithAuthors } from './post.ts';

/** The snippet of a post: thumbnail, title, blurb, topics, authors, when it was posted, and who can see it. */
export function PostCard({ post }: { post: PostWithAuthors }) {
  const { text } = useText();
  return (
    <article className="block-card lift flex flex-col overflow-hidden">
      {post.image && (
        <img
          src={`/media/snippets/${post.image}.svg`}
          alt=""
          width="512"
          height="290"
          className="w-full border-b-3 border-line"
        />
      )}
      <div className="flex grow flex-col gap-3 p-6">
        <h3 className="text-2xl">
          <Link to={`/post/${post.name}`} className="hover:underline">
            {post.title}
          </Link>
        </h3>
        <p className="grow">{post.blurb}</p>
        {post.visibility !== 'public' && <Visibility post={post} />}
        <ul aria-label={text('post.card.topics')} className="flex flex-wrap gap-2">
          {post.topics.map((topic) => (
            <li key={topic} className="rounded-full border-2 border-hairline px-3 py-0.5 text-sm">
              {topic}
            </li>
          ))}
        </ul>
        <PostByline post={post} />
      </div>
    </article>
  );
}

function Visibility({ post }: { post: PostWithAuthors }) {
  const { text } = useText();
  const isHidden = post.visibility === 'hidden';
  return (
    <p className="font-bold">
      <span aria-hidden="true">{isHidden ? '🔒' : '👁'}</span>{' '}
      {text(isHidden ? 'post.card.hidden' : 'post.card.unlisted')}
    </p>
  );
}
