import { useText } from '#app/current/locale.ts';
import type { Role } from '#app/current/role.ts';
import { SiteLink } from '#app/current/site-link.tsx';
import { studio } from '#content/studio.ts';

import { TornEdge } from './torn-edge.tsx';

interface HeaderUser {
  alias: string;
  role: Role;
  masquerade: Role | undefined;
}

export function Header({ user }: { user: HeaderUser | undefined }) {
  const { text } = useText();
  return (
    <header id="header" className="on-night">
      <div className="bg-night text-cloud">
        <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3 sm:px-8">
          <SiteLink to="/" aria-label={text('shell.header.home', { studio: studio.name })} className="lift">
            <img src="/media/snippets/logo.svg" alt="" width="200" height="60" className="h-14 w-auto sm:h-16" />
          </SiteLink>
          {user && <Account user={user} />}
        </div>
      </div>
      <TornEdge side="below" />
    </header>
  );
}

function Account({ user: { alias, role, masquerade } }: { user: HeaderUser }) {
  const { text } = useText();
  return (
    <p className="ms-auto text-sm">
      {text('shell.account.alias', { alias })}
      {masquerade && (
        <>
          {' · '}
          {text('shell.masquerade.notice', { role: masquerade })}{' '}
          <a href={`?masquerade=${role}`} className="font-bold underline">
            {text('shell.masquerade.end')}
          </a>
        </>
      )}
    </p>
  );
}
