import { htmlLang, useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Mark } from '#lib/ui/mark.tsx';

import { PostCard, postAddress } from '../post-card.tsx';
import type { PostWithAuthors, PostsAround } from '../post.ts';

export function ReadOn({ newer, older, topics, related }: PostsAround) {
  const { text } = useText();
  return (
    <div className="mx-auto max-w-6xl space-y-12 print:hidden">
      {(newer ?? older) && (
        <nav aria-label={text('reading.around.label')} className="grid gap-6 sm:grid-cols-2">
          {newer ? <Step post={newer} rel="prev" name={text('reading.around.newer')} topics={topics} /> : <span />}
          {older && <Step post={older} rel="next" name={text('reading.around.older')} topics={topics} />}
        </nav>
      )}
      {related.length > 0 && (
        <section aria-labelledby="related" className="space-y-6">
          <h2 id="related" className="squiggle text-3xl">
            {text('reading.related.title')}
          </h2>
          <div className="grid gap-8 md:grid-cols-3">
            {related.map((post) => (
              <PostCard key={post.itemId} post={post} />
            ))}
          </div>
        </section>
      )}
    </div>
  );
}

interface StepProps {
  post: PostWithAuthors;
  rel: 'prev' | 'next';
  name: string;
  topics: string | undefined;
}

function Step({ post, rel, name, topics }: StepProps) {
  const isNext = rel === 'next';
  return (
    <SiteLink
      to={postAddress(post, topics)}
      rel={rel}
      className={`block-card lift flex items-center gap-4 p-5 ${isNext ? 'text-end' : ''}`}
    >
      {!isNext && <Mark name="previous" />}
      <span className="grow">
        <span className="block text-sm text-muted">{name}</span>
        <span lang={htmlLang(post.locale)} className="own-face block font-bold">
          {post.title}
        </span>
      </span>
      {isNext && <Mark name="next" />}
    </SiteLink>
  );
}
