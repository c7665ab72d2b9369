import { useId } from 'react';
import { useLocation, useRouteLoaderData } from 'react-router';

import { storedMasquerade } from '#app/current/browser/session-user-store.ts';
import type { SessionUser } from '#app/current/browser/session-user.ts';
import { pathWithoutLocale, useText } from '#app/current/locale.ts';
import { buttonClass } from '#lib/ui/button.tsx';

/**
 * The role of a masquerade, a link to the page on which it began, and one that ends it here; the server ends it with the page, so that both
 * are full loads. Whoever signed out meanwhile is still offered the way back.
 */
export function MasqueradeBanner({ user }: { user: SessionUser }) {
  const { text } = useText();
  const { search } = useLocation();
  const id = useId();
  const wayBack = useRouteLoaderData<{ wayBack?: string }>('root')?.wayBack;
  const role = storedMasquerade(user);
  if (role === undefined && wayBack === undefined) return null;
  const ended = new URLSearchParams(search);
  ended.set('masquerade', user.usertype);
  return (
    <aside
      aria-labelledby={id}
      className="flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-b-3 border-line bg-gum px-4 py-2 text-center text-ink [--focus:#1c1537]"
    >
      <p id={id} className="font-bold">
        {role === undefined
          ? text('shell.staff.signedOut')
          : text('shell.masquerade.notice', { role: text('shell.account.role', { role }) })}
      </p>
      {wayBack !== undefined && (
        <a href={endAt(wayBack, user)} className={`${buttonClass('loud')} min-h-10! max-w-full py-1! wrap-anywhere`}>
          {text('shell.staff.wayBack', { page: pathWithoutLocale(wayBack.replace(/[?#].*$/, '')) })}
        </a>
      )}
      <a href={`?${ended}`} className={`${buttonClass('plain')} min-h-10! py-1!`}>
        {text(role === undefined ? 'shell.staff.stayHere' : 'shell.masquerade.end')}
      </a>
    </aside>
  );
}

/** As it was written, but for the parameter, which the server takes away again. */
function endAt(path: string, { usertype }: SessionUser): string {
  return `${path}${path.includes('?') ? '&' : '?'}masquerade=${usertype}`;
}
