import { VisibilityMark } from '#app/articles/visibility-mark.tsx';
import { htmlLang } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';

import type { SupportAnswer } from './answer.ts';

interface AnswerListProps {
  readonly answers: readonly SupportAnswer[];
  readonly heading?: 'h2' | 'h3';
}

export function AnswerList({ answers, heading: Heading = 'h3' }: AnswerListProps) {
  return (
    <ul className="space-y-4">
      {answers.map(({ itemId, path, title, blurb, platforms, locale, visibility }) => (
        <li key={itemId} lang={htmlLang(locale)} className="block-card block-link lift relative space-y-2 p-5">
          <Heading className="own-face font-display text-lg wrap-anywhere">
            <SiteLink to={path} className="after:absolute after:inset-0 hover:underline">
              {title}
            </SiteLink>
          </Heading>
          <p>{blurb}</p>
          {platforms.length > 0 && <p className="text-sm text-muted">{platforms.join(' · ')}</p>}
          <VisibilityMark visibility={visibility} />
        </li>
      ))}
    </ul>
  );
}
