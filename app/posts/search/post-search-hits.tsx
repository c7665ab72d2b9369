import { Highlighted } from '#app/articles/search/highlighted.tsx';
import { VisibilityMark } from '#app/articles/visibility-mark.tsx';
import { htmlLang, useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { withQuery } from '#lib/calls/browser/address.ts';
import { buttonClass } from '#lib/ui/button.tsx';
import { Pagination } from '#lib/ui/pagination.tsx';

import { PostByline } from '../post-byline.tsx';
import { postAddress } from '../post-card.tsx';
import { PostTopics } from '../post-topics.tsx';
import type { PostHit, PostHits } from './post-search.ts';

/** What a search in a feed has found. @param path of the feed */
export function PostSearchHits({ path, found }: { path: string; found: PostHits }) {
  const { text, formatNumber } = useText();
  const { q, hits, count, isMost, isOfMost, isSearch } = found;
  const pathToPage = (name: 'after' | 'before', cursor: string | undefined) =>
    cursor && withQuery(path, { q, [name]: cursor });
  const [older, newer] = [pathToPage('after', found.next), pathToPage('before', found.previous)];
  const values = { q, count, number: formatNumber(count) };
  const topics = path === '/blog' ? undefined : path.slice(1);
  return (
    <section aria-labelledby="post-hits" className="space-y-8">
      <div className="flex flex-wrap items-baseline justify-between gap-4">
        <h2 id="post-hits" className="text-2xl">
          {!isSearch
            ? text('search.empty')
            : count === 0
              ? text('search.none', values)
              : text(isMost ? 'search.most' : 'search.count', values)}
        </h2>
        <SiteLink to={path} className={buttonClass('quiet')}>
          {text('search.clear')}
        </SiteLink>
      </div>
      {isOfMost && count > 0 && <p>{text('search.ofMost')}</p>}
      {count === 0 ? (
        <p className="max-w-[60ch]">{text('search.advice')}</p>
      ) : (
        <ol className="space-y-6">
          {hits.map((hit) => (
            <li key={hit.post.itemId}>
              <Hit hit={hit} topics={topics} />
            </li>
          ))}
        </ol>
      )}
      <Pagination
        label={text('search.pages')}
        previous={newer === undefined ? undefined : { to: newer, text: text('search.previous') }}
        next={older === undefined ? undefined : { to: older, text: text('search.next') }}
        link={SiteLink}
      />
    </section>
  );
}

function Hit({ hit: { post, title, blurb, excerpt }, topics }: { hit: PostHit; topics: string | undefined }) {
  const lang = htmlLang(post.locale);
  return (
    <article className="block-card block-link lift relative space-y-3 p-6">
      <h3 lang={lang} className="own-face font-display text-xl">
        <SiteLink to={postAddress(post, topics)} className="hover:underline">
          <Highlighted parts={title} />
        </SiteLink>
      </h3>
      <p lang={lang}>
        <Highlighted parts={blurb} />
      </p>
      {excerpt && (
        <p lang={lang} className="border-s-4 border-line ps-4 text-muted">
          <Highlighted parts={excerpt} />
        </p>
      )}
      <VisibilityMark visibility={post.visibility} />
      <PostTopics topics={post.topics} />
      <PostByline post={post} />
    </article>
  );
}
