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
  const date = Date.parse(version);
  return (
    <header className="flex items-start justify-between gap-6">
      <div className="space-y-4">
        <h1 className="squiggle text-3xl sm:text-5xl">
          {since === undefined ? name : text('legal.changes.title', { name })}
        </h1>
        {since !== undefined && <p>{text('legal.changes.between', { from: Date.parse(since), to: date })}</p>}
        {since === undefined && !isOld && (
          <p className="font-bold text-muted">{text('legal.page.inForce', { date })}</p>
        )}
        {since === undefined && isOld && <OldNotice policy={policy} date={date} />}
        {locale !== 'en-US' && <p>{text('legal.page.english')}</p>}
      </div>
      <img src={stamp} alt="" width="176" height="100" className="hidden rotate-3 rounded-xl md:block print:hidden" />
    </header>
  );
}

function OldNotice({ policy, date }: { policy: PolicyId; date: number }) {
  const { text } = useText();
  return (
    <Notice kind="error">
      {text('legal.old.notice', { from: date })}{' '}
      <SiteLink to={`/${policy}`} className="underline">
        {text('legal.old.link')}
      </SiteLink>
    </Notice>
  );
}
