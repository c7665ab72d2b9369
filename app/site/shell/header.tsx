import { useText } from '#app/current/locale.ts';
import type { Role } from '#app/current/role.ts';
import type { SessionUser } from '#app/current/browser/session-user-store.ts';
import { effectiveRole } from '#app/current/browser/session-user-store.ts';
import { SiteLink } from '#app/current/site-link.tsx';
import type { Stage } from '#app/current/stage.ts';
import logo from '#content/art/logo.svg?no-inline';
import { studio } from '#content/studio.ts';

import { TornEdge } from '../torn-edge.tsx';
import { AccountWidget } from './account-widget.tsx';
import { Navigation } from './navigation.tsx';

interface HeaderProps {
  user: SessionUser | undefined;
  stage: Stage;
}

export function Header({ user, stage }: HeaderProps) {
  const { text } = useText();
  return (
    <header id="header" className="on-night">
      <div className="bg-night text-cloud">
        <div className="mx-auto flex max-w-6xl items-center gap-x-3 px-4 py-3 sm:gap-x-6 sm:px-8">
          <SiteLink to="/" aria-label={text('shell.header.home', { studio: studio.name })} className="lift me-auto">
            <img src={logo} alt="" width="200" height="60" className="h-12 w-auto sm:h-16" />
          </SiteLink>
          <Navigation role={effectiveRole(user)} stage={stage} />
          <AccountWidget user={user} />
        </div>
        {user?.masquerade && <Masquerade as={user.masquerade} own={user.usertype} />}
      </div>
      <TornEdge side="below" />
    </header>
  );
}

function Masquerade({ as, own }: { as: Role; own: Role }) {
  const { text } = useText();
  return (
    <p className="mx-auto max-w-6xl px-4 pb-3 text-sm sm:px-8">
      {text('shell.masquerade.notice', { role: as })}{' '}
      <a href={`?masquerade=${own}`} className="inline-block py-0.5 font-bold underline">
        {text('shell.masquerade.end')}
      </a>
    </p>
  );
}
