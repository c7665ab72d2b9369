import { Link } from 'react-router';

import { useText } from '#app/current/locale.ts';
import type { Role } from '#app/current/role.ts';
import { studio } from '#content/studio.ts';

interface HeaderUser {
  alias: string;
  role: Role;
  masquerade: Role | undefined;
}

export function Header({ user }: { user: HeaderUser | undefined }) {
  const { text } = useText();
  return (
    <header id="header" className="bg-night text-cloud">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3 sm:px-8">
        <Link
          to="/"
          aria-label={text('shell.header.home', { studio: studio.name })}
          className="lift flex items-center gap-3"
        >
          <img src="/media/snippets/logo-mark.svg" alt="" width="48" height="48" />
          <span className="font-display text-2xl font-black tracking-tight">{studio.name}</span>
        </Link>
        {user && (
          <p className="ms-auto text-sm">
            {text('shell.account.alias', { alias: user.alias })}
            {user.masquerade && (
              <>
                {' · '}
                {text('shell.masquerade.notice', { role: user.masquerade })}{' '}
                <a href={`/?masquerade=${user.role}`} className="underline">
                  {text('shell.masquerade.end')}
                </a>
              </>
            )}
          </p>
        )}
      </div>
    </header>
  );
}
