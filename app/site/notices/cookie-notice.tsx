import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/site-link.tsx';
import { Button } from '#lib/ui/button.tsx';

import { NoticeCard } from './notice-card.tsx';

/** Plain information: nothing is kept that the site could do without, and even that may be declined as easily. */
export function CookieNotice({ onAnswer }: { onAnswer: (answer: 'accepted' | 'declined') => void }) {
  const { text, richText } = useText();
  return (
    <NoticeCard
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
      <p>
        {richText('notice.cookies.text', {
          privacy: (chunks) => <SiteLink to="/privacy">{chunks}</SiteLink>,
        })}
      </p>
    </NoticeCard>
  );
}
