import { effectiveRole } from '#app/current/browser/session-user-store.ts';
import type { SessionUser } from '#app/current/browser/session-user.ts';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import type { Stage } from '#app/current/stage.ts';
import type { OfferedProvider } from '#app/login/providers/provider.ts';
import type { NotificationCount } from '#app/notifications/notification.ts';
import logo from '#content/art/logo.svg?no-inline';
import { studio } from '#content/studio.ts';

import { TornEdge } from '../torn-edge.tsx';
import { AccountWidget } from './account-widget.tsx';
import { Navigation } from './navigation.tsx';

interface SiteHeaderProps {
  user: SessionUser | undefined;
  count: NotificationCount | undefined;
  providers: readonly OfferedProvider[];
  stage: Stage;
}

export function Header({ user, count, providers, stage }: SiteHeaderProps) {
  const { text } = useText();
  const account = user ? (user.alias ?? `@${user.userId}`) : text('shell.account.signIn');
  return (
    <header id="header" className="on-night">
      <div className="bg-night text-cloud">
        <div className="mx-auto flex max-w-6xl has-[.menu-wide]:max-w-[100rem] items-center gap-x-3 px-4 py-3 sm:gap-x-6 sm:px-8">
          <SiteLink
            to="/"
            aria-label={text('shell.header.home', { studio: studio.name })}
            className="lift me-auto xl:shrink-0"
          >
            <img src={logo} alt="" width="200" height="60" className="h-12 w-auto sm:h-16" />
          </SiteLink>
          <Navigation role={effectiveRole(user)} stage={stage} account={account} />
          <AccountWidget user={user} count={count} providers={providers} />
        </div>
      </div>
      <TornEdge side="below" />
    </header>
  );
}

export function SkipLink() {
  const { text } = useText();
  return (
    <a
      href="#content"
      className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-xl focus:bg-accent focus:px-4 focus:py-2 focus:font-bold focus:text-on-accent"
    >
      {text('shell.skip.link')}
    </a>
  );
}
