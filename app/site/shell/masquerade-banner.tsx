import { useId } from 'react';
import { useLocation } from 'react-router';

import { useText } from '#app/current/locale.ts';
import { storedMasquerade } from '#app/current/browser/session-user-store.ts';
import type { SessionUser } from '#app/current/browser/session-user.ts';
import { buttonClass } from '#lib/ui/button.tsx';

/** While somebody passes as another role: which, and the way back. The server ends it with the page, so that is loaded whole. */
export function MasqueradeBanner({ user }: { user: SessionUser | undefined }) {
  const { text } = useText();
  const { search } = useLocation();
  const id = useId();
  const role = storedMasquerade(user);
  if (user === undefined || role === undefined) return null;
  const oneself = new URLSearchParams(search);
  oneself.set('masquerade', user.usertype);
  return (
    <aside
      aria-labelledby={id}
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-b-3 border-line bg-gum px-4 py-2 text-center text-ink [--focus:#1c1537]"
    >
      <p id={id} className="font-bold">
        {text('shell.masquerade.notice', { role: text('shell.account.role', { role }) })}
      </p>
      <a href={`?${oneself}`} className={`${buttonClass('plain')} min-h-10! py-1!`}>
        {text('shell.masquerade.end')}
      </a>
    </aside>
  );
}
