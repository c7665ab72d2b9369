import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';

import type { SessionUser } from '#app/current/browser/session-user.ts';
import { useText } from '#app/current/locale.ts';
import type { OfferedProvider } from '#app/login/providers/provider.ts';
import { CountAnnouncement, CountBadge, useLiveCount } from '#app/notifications/badge/count-badge.tsx';
import type { NotificationCount } from '#app/notifications/notification.ts';
import { loadOnUse } from '#lib/ui/load-on-use.tsx';
import { Mark } from '#lib/ui/mark.tsx';

const AccountPanel = loadOnUse(async () => (await import('./account-panel.tsx')).AccountPanel);
const LoginPanel = loadOnUse(async () => (await import('./login-panel.tsx')).LoginPanel);

/** The hash that opens the panel on any page. */
const HASH = '#login';

interface AccountWidgetProps {
  user: SessionUser | undefined;
  count: NotificationCount | undefined;
  providers: readonly OfferedProvider[];
}

/** The browser toggles it without scripts and restores the focus; a change of the route or the user closes it. */
export function AccountWidget({ user, count: initial, providers }: AccountWidgetProps) {
  const { text } = useText();
  const count = useLiveCount(user?.userId, initial);
  const unread = count?.unread ?? 0;
  const panel = useAccountPanel(user?.userId);
  const name = user && (user.alias ?? `@${user.userId}`);
  const title = user ? text('shell.account.panel') : text('shell.account.signIn');
  return (
    <div className="relative xl:min-w-0">
      <button type="button" popoverTarget="login" className="header-button account-toggle max-w-full">
        {name === undefined ? (
          text('shell.account.signIn')
        ) : (
          <>
            <span className="sr-only">{text('shell.account.alias', { alias: name })}</span>
            <span aria-hidden="true" className={`truncate sm:max-w-48 ${unread === 0 ? 'max-w-24' : 'max-w-14'}`}>
              {name}
            </span>
            <CountBadge unread={unread} spoken="notify.widget.count" />
          </>
        )}
      </button>
      <dialog ref={panel} id="login" popover="auto" aria-label={title} className="popover account-panel">
        {user ? (
          <AccountPanel user={user} unread={unread} messages={count?.messages ?? 0} />
        ) : (
          <LoginPanel providers={providers} />
        )}
        <button
          type="button"
          popoverTarget="login"
          popoverTargetAction="hide"
          aria-label={text('shell.account.close')}
          className="icon-button account-close"
        >
          <Mark name="close" />
        </button>
        {/* A panel opened by the hash is closed by the hash. */}
        <a href="#header" className="account-leave underline">
          {text('shell.account.close')}
        </a>
      </dialog>
      {user && <CountAnnouncement count={count} />}
    </div>
  );
}

function useAccountPanel(userId: string | undefined) {
  const ref = useRef<HTMLDialogElement>(null);
  const { hash, pathname, key } = useLocation();
  const where = `${pathname} ${userId}`;
  const last = useRef(where);
  // A panel opened before the scripts run stays open.
  const close = useEffectEvent((now: string) => {
    if (last.current !== now) ref.current?.hidePopover();
    last.current = now;
  });
  const openByHash = useEffectEvent((_key: string) => {
    const panel = ref.current;
    if (hash !== HASH || panel === null) return undefined;
    panel.showPopover();
    // The hash opens the panel once; after closing, it may open it again.
    const forget = ({ newState }: ToggleEvent) => {
      if (newState === 'closed' && location.hash === HASH) {
        history.replaceState(history.state, '', location.pathname + location.search);
      }
    };
    panel.addEventListener('toggle', forget);
    return () => panel.removeEventListener('toggle', forget);
  });
  useEffect(() => close(where), [where]);
  useEffect(() => openByHash(key), [key]);
  return ref;
}
