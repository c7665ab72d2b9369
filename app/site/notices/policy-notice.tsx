import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { changesPath, toPolicyDocument } from '#app/policies/policy.ts';
import { Button } from '#lib/ui/button.tsx';

import type { ChangedPolicy } from '../browser/versions.ts';
import { NoticeCard } from './notice-card.tsx';

interface PolicyNoticeProps {
  changed: readonly ChangedPolicy[];
  onAgree: () => void;
}

export function PolicyNotice({ changed, onAgree }: PolicyNoticeProps) {
  const { text } = useText();
  const agree = (
    <Button kind="loud" onClick={onAgree}>
      {text('notice.policies.agree')}
    </Button>
  );
  return (
    <NoticeCard title={text('notice.policies.title', { count: changed.length })} buttons={agree}>
      <ul className="grid gap-1">
        {changed.map(({ policy, since }) => {
          const { url, name } = toPolicyDocument(policy);
          return (
            <li key={policy}>
              <SiteLink to={url}>{text(name)}</SiteLink>
              {' · '}
              <SiteLink to={changesPath(policy, since)}>
                <span>{text('notice.policies.changes')}</span>
                <span className="sr-only">{`: ${text(name)}`}</span>
              </SiteLink>
            </li>
          );
        })}
      </ul>
    </NoticeCard>
  );
}
