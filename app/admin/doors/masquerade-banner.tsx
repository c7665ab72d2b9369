import { useId } from 'react';
import { useLocation } from 'react-router';

import { storedMasquerade } from '#app/current/browser/session-user-store.ts';
import type { SessionUser } from '#app/current/browser/session-user.ts';
import { useText } from '#app/current/locale.ts';
import { buttonClass } from '#lib/ui/button.tsx';

/** The role of a masquerade, and a link that ends it; the server ends it with the page, so that is a full load. */
export function MasqueradeBanner({ user }: { user: SessionUser }) {
  const { text } = useText();
  const { search } = useLocation();
  const id = useId();
  const role = storedMasquerade(user);
  if (role === undefined) return null;
  const ended = new URLSearchParams(search);
  ended.set('masquerade', user.usertype);
  return (
    <aside
      aria-labelledby={id}
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-b-3 border-line bg-gum px-4 py-2 text-center text-ink [--focus:#1c1537]"
    >
      <p id={id} className="font-bold">
        {text('shell.masquerade.notice', { role: text('shell.account.role', { role }) })}
      </p>
      <a href={`?${ended}`} className={`${buttonClass('plain')} min-h-10! py-1!`}>
        {text('shell.masquerade.end')}
      </a>
    </aside>
  );
}
