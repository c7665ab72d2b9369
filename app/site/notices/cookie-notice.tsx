import { Children, isValidElement } from 'react';
import type { ReactNode } from 'react';

import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Button } from '#lib/ui/button.tsx';

import { NoticeCard } from './notice-card.tsx';

/** The hash that opens the cookie notice on any page, and leads to it. */
export const COOKIE_HASH = '#cookies';

/** The cookie notice; declining takes as little as accepting. */
export function CookieNotice({ onAnswer }: { onAnswer: (answer: 'accepted' | 'declined') => void }) {
  const { locale, text, richText } = useText();
  return (
    <NoticeCard
      id={COOKIE_HASH.slice(1)}
      title={text('notice.cookies.title')}
      buttons={
        <>
          <Button kind="loud" onClick={() => onAnswer('accepted')}>
            {text('notice.cookies.accept')}
          </Button>
          <Button onClick={() => onAnswer('declined')}>{text('notice.cookies.decline')}</Button>
        </>
      }
    >
      {/* As one block this late text would count as the page's largest contentful paint. */}
      {Children.map(
        splitSentences(
          richText('notice.cookies.text', { privacy: (chunks) => <SiteLink to="/privacy">{chunks}</SiteLink> }),
          locale,
        ),
        (sentence) => (
          <p>{sentence}</p>
        ),
      )}
    </NoticeCard>
  );
}

function splitSentences(rich: ReactNode, locale: string): ReactNode[] {
  const parts = isValidElement<{ children?: ReactNode }>(rich) ? rich.props.children : rich;
  const segmenter = new Intl.Segmenter(locale, { granularity: 'sentence' });
  return Children.toArray(parts).flatMap((part): ReactNode[] =>
    typeof part === 'string' ? [...segmenter.segment(part)].map(({ segment }) => segment) : [part],
  );
}
