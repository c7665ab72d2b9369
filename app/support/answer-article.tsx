import { FoldedContents, hasContents } from '#app/articles/table-of-contents.tsx';
import { VisibilityMark } from '#app/articles/visibility-mark.tsx';
import { LOCALE_NAMES, htmlLang, useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Notice } from '#lib/ui/notice.tsx';

import type { AnswerView, SupportAnswer } from './answer.ts';
import { SUPPORT_TOPICS } from './topic.ts';
import './support.css';

interface AnswerArticleProps {
  readonly answer: AnswerView;
  /** The same question for other platforms and versions; that at the address first. */
  readonly variants?: readonly SupportAnswer[];
  readonly isUntranslated?: boolean;
}

const NONE: readonly SupportAnswer[] = [];

export function AnswerArticle({ answer, variants = NONE, isUntranslated = false }: AnswerArticleProps) {
  const { text } = useText();
  const { topic, title, blurb, html, headings, locale, visibility } = answer;
  const lang = htmlLang(locale);
  return (
    <article className="post-page block-card overflow-hidden">
      <div className="space-y-6 p-6 sm:p-10">
        <header className="space-y-5">
          <nav aria-label={text('support.answer.places')} className="flex flex-wrap gap-x-3 font-bold">
            <SiteLink to="/support" className="inline-block py-1 underline">
              {text('support.page.title')}
            </SiteLink>
            <span aria-hidden="true" className="py-1">
              /
            </span>
            <SiteLink to={`/support/${topic}`} className="inline-block py-1 underline">
              {text(SUPPORT_TOPICS[topic].name)}
            </SiteLink>
          </nav>
          {isUntranslated && <Notice>{text('support.answer.untranslated', { language: LOCALE_NAMES[locale] })}</Notice>}
          <h1 lang={lang} className="own-face squiggle font-display text-3xl wrap-anywhere sm:text-4xl">
            {title}
          </h1>
          <VisibilityMark visibility={visibility} />
          <p lang={lang} className="short-answer">
            {blurb}
          </p>
        </header>
        <Variants answer={answer} variants={variants} />
        {hasContents(headings) && <FoldedContents headings={headings} lang={lang} />}
        {/* Sanitised by lib/markdown with an allow-list. */}
        <div lang={lang} className="own-face prose" dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    </article>
  );
}

/** For what the reader plays on, where the answer is another one there. */
function Variants({ answer, variants }: Required<Pick<AnswerArticleProps, 'answer' | 'variants'>>) {
  const { text } = useText();
  if (variants.length < 2) return null;
  const shown = [answer.platforms, answer.versions].join(' ');
  return (
    <nav aria-label={text('support.answer.variants')} className="space-y-2">
      <p className="font-bold">{text('support.answer.variants')}</p>
      <ul className="feed-tabs">
        {variants.map(({ itemId, platforms, versions }) => (
          <li key={itemId}>
            <SiteLink
              to={answer.path + buildQuery(platforms[0], versions)}
              aria-current={shown === [platforms, versions].join(' ') ? 'true' : undefined}
            >
              {[...platforms, versions].filter((part) => part !== '').join(', ') || text('support.answer.anything')}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** By a platform and a version for which it is. */
function buildQuery(platform: string | undefined, versions: string): string {
  const [version] = /\d+(?:\.\d+)*/.exec(versions) ?? [];
  const query = new URLSearchParams({ ...(platform && { platform }), ...(version !== undefined && { version }) });
  return query.size === 0 ? '' : `?${query}`;
}
