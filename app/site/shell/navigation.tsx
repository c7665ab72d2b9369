import { useLocation } from 'react-router';

import { pathWithoutLocale, useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { isAtLeast } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import { hasScreen } from '#app/current/page/screens.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { isProduction } from '#app/current/stage.ts';
import type { Stage } from '#app/current/stage.ts';
import { studio } from '#content/studio.ts';

interface NavigationViewer {
  /** The masqueraded role, if any. */
  role: Role;
  stage: Stage;
}

export function Navigation(viewer: NavigationViewer) {
  const { text } = useText();
  const path = pathWithoutLocale(useLocation().pathname);
  return (
    <nav aria-label={text('shell.header.navigation')} className="site-navigation">
      <button type="button" popoverTarget="menu" className="header-button lg:hidden">
        {text('shell.header.menu')}
      </button>
      {/* A new key closes the list on another page. */}
      <ul key={path} id="menu" popover="auto" className="site-menu">
        {placesFor(viewer).map(({ to, name }) => (
          <li key={to}>
            <SiteLink to={to} aria-current={navigationAriaCurrent(path, to)}>
              {text(name)}
            </SiteLink>
          </li>
        ))}
        {studio.links.chat && (
          <li>
            <a href={studio.links.chat} rel="noopener">
              {text('shell.header.chat')}
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}

interface NavigationPlace {
  to: string;
  name: TextKey;
}

/** The existing screens that the viewer may see (specification §2, §6). */
export function placesFor(
  { role, stage }: NavigationViewer,
  isThere: (path: string) => boolean = hasScreen,
): NavigationPlace[] {
  const isStaff = isAtLeast(role, 'staff');
  const places: (NavigationPlace | false)[] = [
    { to: '/games', name: 'shell.header.games' },
    { to: '/blog', name: 'shell.header.blog' },
    { to: '/news', name: 'shell.header.news' },
    { to: '/podcast', name: 'shell.header.podcast' },
    { to: '/feedbag', name: 'shell.header.feedback' },
    { to: '/support', name: 'shell.header.support' },
    // No link to the docs on production (specification §6).
    !isStaff && !isProduction(stage) && { to: '/api/docs/community-edition', name: 'shell.header.api' },
    isStaff && !isProduction(stage) && { to: '/api/docs', name: 'shell.header.api' },
    isStaff && !isProduction(stage) && { to: '/admin', name: 'shell.header.admin' },
  ];
  return places.filter((place) => place !== false).filter(({ to }) => isThere(to));
}

function navigationAriaCurrent(path: string, to: string): 'page' | 'true' | undefined {
  if (path === to) return 'page';
  return path.startsWith(`${to}/`) ? 'true' : undefined;
}
