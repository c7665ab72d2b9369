import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { withQuery } from '#lib/calls/browser/address.ts';
import { RelativeTime } from '#lib/locale/time.tsx';
import { buttonClass } from '#lib/ui/button.tsx';

import { SECURITY_EVENTS } from './security-event.ts';
import type { SecurityEvent } from './security-event.ts';

interface SecurityLogProps {
  events: readonly SecurityEvent[];
  now: Date;
  next?: number | undefined;
  isPast: boolean;
}

export function SecurityLog({ events, now, next, isPast }: SecurityLogProps) {
  const { text } = useText();
  if (events.length === 0) return <p className="text-muted">{text('account.log.empty')}</p>;
  return (
    <div className="space-y-5">
      <ol className="account-log">
        {events.map(({ eventId, at, kind, details, browser, system }) => (
          <li key={eventId}>
            <p className="wrap-anywhere">
              {text(SECURITY_EVENTS[kind], { name: '', address: '', alias: '', ...details })}
            </p>
            {details['reason'] !== undefined && (
              <p className="wrap-anywhere">{text('mail.decision.reason', { reason: details['reason'] })}</p>
            )}
            <p className="text-sm text-muted">
              <RelativeTime at={at} now={now} />
              {browser !== undefined && (
                <span>{` · ${system === undefined ? browser : text('login.session.device', { browser, system })}`}</span>
              )}
            </p>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap gap-3">
        {isPast && (
          <SiteLink to="/account/log" className={buttonClass('quiet')}>
            {text('account.log.latest')}
          </SiteLink>
        )}
        {next !== undefined && (
          <SiteLink to={withQuery('/account/log', { before: next })} className={buttonClass('plain')}>
            {text('account.log.older')}
          </SiteLink>
        )}
      </div>
    </div>
  );
}
