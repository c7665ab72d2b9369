import { useLocation } from 'react-router';

import { pathWithoutLocale, useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { isAtLeast } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import { isProduction } from '#app/current/stage.ts';
import type { Stage } from '#app/current/stage.ts';
import { studio } from '#content/studio.ts';
import { pickWideCharacters } from '#lib/fonts/wide-characters.ts';

interface NavigationViewer {
  role: Role;
  stage: Stage;
}

interface NavigationProps extends NavigationViewer {
  account: string;
}

export function Navigation({ account, ...viewer }: NavigationProps) {
  const { text } = useText();
  const path = pathWithoutLocale(useLocation().pathname);
  const row = rowFor([...placesFor(viewer).map(({ name }) => text(name)), text('shell.header.chat')], account);
  return (
    <nav aria-label={text('shell.header.navigation')} className="site-navigation">
      <button type="button" popoverTarget="menu" className={`header-button ${row.button}`}>
        {text('shell.header.menu')}
      </button>
      {/* A new key closes the list on another page. */}
      <ul key={path} id="menu" popover="auto" className={`site-menu ${row.list}`}>
        {placesFor(viewer).map(({ to, name }) => (
          <li key={to}>
            <SiteLink to={to} aria-current={navigationAriaCurrent(path, to)}>
              {text(name)}
            </SiteLink>
          </li>
        ))}
        {studio.links.chat && (
          <li>
            <a href={studio.links.chat} rel="noopener" title={text('shell.header.chat')} className="menu-chat">
              {text('shell.header.chat')}
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}

/** From which width of the window on, in rem, the list stands in the header instead of behind a button; `menu-wide` lets it grow. */
const ROWS = [
  { from: 64, list: 'lg:menu-row', button: 'lg:hidden' },
  { from: 72, list: 'min-[72rem]:menu-row', button: 'min-[72rem]:hidden' },
  { from: 80, list: 'menu-wide xl:menu-row', button: 'xl:hidden' },
  { from: 88, list: 'menu-wide xl:menu-row xl:max-[88rem]:menu-tight', button: 'xl:hidden' },
  { from: 100, list: 'menu-wide xl:menu-row xl:max-[100rem]:menu-tight', button: 'xl:hidden' },
] as const;
const TIGHT_ROW = { list: 'menu-wide xl:menu-row xl:menu-tight', button: 'xl:hidden' };

/** The first width at which all words fit in one line; below it, but not below 80 rem, they stand closer. */
function rowFor(words: readonly string[], account: string) {
  const needed = words.reduce(
    (sum, word) => sum + estimateWidth(word) + 2.1,
    HEADER_REM + Math.min(12, estimateWidth(account)),
  );
  return ROWS.find(({ from }) => from >= needed) ?? TIGHT_ROW;
}

/** Of the logo, the padding of the page and of the account's button, and the gaps between. */
const HEADER_REM = 23;

/** Rather too much than too little: letters of the display face, in rem. */
function estimateWidth(word: string): number {
  return word.length * 0.68 + pickWideCharacters(word).size * 0.35;
}

interface NavigationPlace {
  to: string;
  name: TextKey;
}

/** The screens that the viewer may see (specification §2, §6). */
export function placesFor({ role, stage }: NavigationViewer): NavigationPlace[] {
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
  return places.filter((place) => place !== false);
}

function navigationAriaCurrent(path: string, to: string): 'page' | 'true' | undefined {
  if (path === to) return 'page';
  return path.startsWith(`${to}/`) ? 'true' : undefined;
}
