import { useState } from 'react';
import type { FormEvent } from 'react';
import { useRevalidator } from 'react-router';

import type { SessionUser } from '#app/current/browser/session-user.ts';
import { useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { ROLES, mayMasquerade } from '#app/current/role.ts';
import { CountBadge } from '#app/notifications/badge/count-badge.tsx';
import { Button } from '#lib/ui/button.tsx';

import { logOut } from '../browser/session-end.ts';

const NOTIFICATIONS = '/notifications';
const MAILBOX = '/mailbox';

const LINKS: { to: string; name: TextKey }[] = [
  { to: '/account', name: 'shell.account.page' },
  { to: NOTIFICATIONS, name: 'shell.account.notifications' },
  { to: MAILBOX, name: 'mailbox.page.title' },
  { to: '/alerts', name: 'notify.alerts.title' },
];

interface AccountPanelProps {
  readonly user: SessionUser;
  readonly unread: number;
  /** Messages in the mailbox that were not opened. */
  readonly messages: number;
}

export function AccountPanel({ user, unread, messages }: AccountPanelProps) {
  const { text } = useText();
  return (
    <div className="space-y-4">
      <h2 className="pe-10 text-2xl wrap-anywhere">{user.alias ?? `@${user.userId}`}</h2>
      <ul className="space-y-2">
        {LINKS.map(({ to, name }) => (
          <li key={to}>
            <SiteLink to={to}>{text(name)}</SiteLink>{' '}
            {to === NOTIFICATIONS && <CountBadge unread={unread} spoken="notify.widget.count" />}
            {to === MAILBOX && <CountBadge unread={messages} spoken="mailbox.widget.count" />}
          </li>
        ))}
      </ul>
      <Masquerade user={user} />
      <LogOut />
    </div>
  );
}

/** A masquerade as any lower role (specification §4); the own role ends it. */
function Masquerade({ user: { usertype, masquerade } }: { user: SessionUser }) {
  const { text } = useText();
  const below = ROLES.filter((role) => mayMasquerade(usertype, role));
  if (below.length === 0) return null;
  return (
    <nav aria-label={text('shell.masquerade.choose')} className="space-y-2">
      <p className="font-bold">{text('shell.masquerade.choose')}</p>
      <ul className="flex flex-wrap gap-2">
        {[...below, usertype].map((role) => (
          <li key={role}>
            {/* The server sets the cookie with the page, so that is a full load. */}
            <a
              href={`?masquerade=${role}`}
              aria-current={role === (masquerade ?? usertype) ? 'true' : undefined}
              className="label block no-underline aria-[current]:border-edge aria-[current]:bg-transparent aria-[current]:text-text"
            >
              {text('shell.account.role', { role })}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function LogOut() {
  const { text } = useText();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const leave = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    await logOut();
    await revalidate();
  };
  return (
    <form action="/api/auth/logout" onSubmit={(event) => void leave(event)}>
      <Button type="submit" busy={busy}>
        {text('shell.account.logout')}
      </Button>
    </form>
  );
}
