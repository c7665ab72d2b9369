import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import stamp from '#content/art/stern-stamp.svg';
import { Notice } from '#lib/ui/notice.tsx';

import { POLICY_NAMES } from './policy.ts';
import type { PolicyId } from './policy.ts';

interface PolicyHeadingProps {
  policy: PolicyId;
  version: string;
  isOld: boolean;
  since: string | undefined;
}

export function PolicyHeading({ policy, version, isOld, since }: PolicyHeadingProps) {
  const { text, locale } = useText();
  const name = text(POLICY_NAMES[policy]);
  const title = since === undefined ? name : text('legal.changes.title', { name });
  const date = Date.parse(version);
  return (
    <header className="flex items-start justify-between gap-6">
      <div className="@container min-w-0 grow space-y-4">
        <h1
          className={`squiggle ${LONG_WORD.test(title) ? 'text-[min(7.3cqi,3rem)] leading-[1.15]' : 'text-3xl sm:text-5xl'}`}
        >
          {title}
        </h1>
        {since !== undefined && <p>{text('legal.changes.between', { from: Date.parse(since), to: date })}</p>}
        {since === undefined && !isOld && (
          <p className="font-bold text-muted">{text('legal.page.inForce', { date })}</p>
        )}
        {since === undefined && isOld && <OldNotice policy={policy} date={date} />}
        {locale !== 'en-US' && <p>{text('legal.page.english')}</p>}
      </div>
      <img
        src={stamp}
        alt=""
        width="176"
        height="100"
        className="hidden shrink-0 rotate-3 rounded-xl md:block print:hidden"
      />
    </header>
  );
}

/** Such as `Nutzungsbedingungen`, which is as wide as 14 letters are high. */
const LONG_WORD = /\S{15}/;

function OldNotice({ policy, date }: { policy: PolicyId; date: number }) {
  const { text } = useText();
  return (
    <Notice kind="error">
      <span>{text('legal.old.notice', { from: date })}</span>{' '}
      <SiteLink to={`/${policy}`} className="underline">
        {text('legal.old.link')}
      </SiteLink>
    </Notice>
  );
}
