import { Form } from 'react-router';

import { useText } from '#app/current/locale.ts';
import { formatRelative, intlLocale } from '#lib/locale/intl.ts';
import { Badge } from '#lib/ui/badge.tsx';
import { Button } from '#lib/ui/button.tsx';

import type { OwnSession } from './own-session.ts';

interface SessionListProps {
  sessions: readonly OwnSession[];
  /** When the list was made. */
  now: Date;
  /** How many sessions a form of this list has just ended. */
  ended?: number | undefined;
}

/** Where the account is signed in, and the way out of each. */
export function SessionList({ sessions, now, ended }: SessionListProps) {
  const { text } = useText();
  return (
    <div className="space-y-5">
      <output className="block font-bold empty:hidden">
        {ended !== undefined && text('login.session.ended', { count: ended })}
      </output>
      <ul className="space-y-3">
        {sessions.map((session) => (
          <SessionRow key={session.loginId} session={session} now={now} />
        ))}
      </ul>
      {sessions.length > 1 ? (
        <Form method="post">
          <Button type="submit" name="intent" value="sessions.endOthers">
            {text('login.session.endOthers')}
          </Button>
        </Form>
      ) : (
        <p className="text-muted">{text('login.session.alone')}</p>
      )}
    </div>
  );
}

function SessionRow({ session, now }: { session: OwnSession; now: Date }) {
  const { text, locale } = useText();
  const { loginId, browser, system, isThis, createdAt, lastUsedAt } = session;
  const isKnown = browser !== undefined && system !== undefined;
  const device = isKnown ? text('login.session.device', { browser, system }) : text('login.session.unknown');
  const seconds = Math.min(0, (lastUsedAt.getTime() - now.getTime()) / 1000);
  const ago = formatRelative(intlLocale(locale), seconds);
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 rounded-xl border-2 border-hairline p-4">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-2 font-bold">
          {device}
          {isThis && <Badge>{text('login.session.this')}</Badge>}
        </p>
        <p className="text-sm text-muted">
          {text('login.session.used', { ago })} · {text('login.session.begun', { at: createdAt })}
        </p>
      </div>
      {!isThis && (
        <Form method="post">
          <input type="hidden" name="loginId" value={loginId} />
          <Button type="submit" name="intent" value="sessions.end" aria-label={text('login.session.endOf', { device })}>
            {text('login.session.end')}
          </Button>
        </Form>
      )}
    </li>
  );
}
