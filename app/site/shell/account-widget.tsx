import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';

import { useText } from '#app/current/locale.ts';
import type { SessionUser } from '#app/current/browser/session-user.ts';
import type { OfferedProvider } from '#app/login/providers/provider.ts';
import { Mark } from '#lib/ui/mark.tsx';

import { AccountPanel } from './account-panel.tsx';
import { LoginPanel } from './login-panel.tsx';

/** The address of the panel on any page. */
const HASH = '#login';

interface AccountWidgetProps {
  user: SessionUser | undefined;
  /** The services that vouch for visitors. */
  providers: readonly OfferedProvider[];
}

/**
 * A toggle and its panel. The browser opens and closes it, also without scripts: by the toggle, by Escape and by a
 * click beside it, and gives the keyboard back. A change of the route or of who is signed in closes it here.
 */
export function AccountWidget({ user, providers }: AccountWidgetProps) {
  const { text } = useText();
  const panel = useAccountPanel(user?.userId);
  const name = user && (user.alias ?? `@${user.userId}`);
  const title = user ? text('shell.account.panel') : text('shell.account.signIn');
  return (
    <div className="relative">
      <button type="button" popoverTarget="login" className="header-button account-toggle">
        {name === undefined ? (
          text('shell.account.signIn')
        ) : (
          <>
            <span className="sr-only">{text('shell.account.alias', { alias: name })}</span>
            <span aria-hidden="true" className="max-w-24 truncate sm:max-w-48">
              {name}
            </span>
          </>
        )}
      </button>
      <dialog ref={panel} id="login" popover="auto" aria-label={title} className="popover account-panel">
        {user ? <AccountPanel user={user} /> : <LoginPanel providers={providers} />}
        <button
          type="button"
          popoverTarget="login"
          popoverTargetAction="hide"
          aria-label={text('shell.account.close')}
          className="icon-button account-close"
        >
          <Mark name="close" />
        </button>
        {/* Opened by the address alone, it is closed by the address. */}
        <a href="#header" className="account-leave underline">
          {text('shell.account.close')}
        </a>
      </dialog>
    </div>
  );
}

function useAccountPanel(userId: string | undefined) {
  const ref = useRef<HTMLDialogElement>(null);
  const { hash, pathname, key } = useLocation();
  const where = `${pathname} ${userId}`;
  const last = useRef(where);
  // Who opens it before the scripts run keeps it.
  const close = useEffectEvent((now: string) => {
    if (last.current !== now) ref.current?.hidePopover();
    last.current = now;
  });
  const openAsked = useEffectEvent((_key: string) => {
    const panel = ref.current;
    if (hash !== HASH || panel === null) return undefined;
    panel.showPopover();
    // The address asks once: when the panel has closed, it may ask again.
    const forget = ({ newState }: ToggleEvent) => {
      if (newState === 'closed' && location.hash === HASH) {
        history.replaceState(history.state, '', location.pathname + location.search);
      }
    };
    panel.addEventListener('toggle', forget);
    return () => panel.removeEventListener('toggle', forget);
  });
  useEffect(() => close(where), [where]);
  useEffect(() => openAsked(key), [key]);
  return ref;
}
