import { useLocation } from 'react-router';

import { pathWithoutLocale, useText } from '#app/current/locale.ts';
import type { TextKey } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { buttonClass } from '#lib/ui/button.tsx';

/** A screen of the console that its reader may open, in their language. */
export interface AdminLink {
  readonly to: string;
  readonly name: string;
  readonly about: string;
}

/** All places by what they are about; on a narrow window behind a button, which needs no script. */
export function AdminNavigation({ places }: { places: readonly AdminLink[] }) {
  const { text } = useText();
  const path = pathWithoutLocale(useLocation().pathname);
  const area = places.some(({ to }) => to === path) ? undefined : findArea(path, places);
  return (
    <nav aria-label={text('admin.frame.navigation')} className="contents">
      <button type="button" popoverTarget="admin-places" className={`${buttonClass()} lg:hidden`}>
        {text('admin.frame.places')}
      </button>
      {/* A new key closes the list on another page. */}
      <div key={path} id="admin-places" popover="auto" className="admin-places">
        {groupPlaces(places).map(({ name, links }, at) => (
          <div key={name}>
            <p id={`places-${at}`} className="mt-1 px-2 font-bold text-muted">
              {text(name)}
            </p>
            <ul aria-labelledby={`places-${at}`}>
              {links.map(({ to, name: title }) => (
                <li key={to}>
                  <SiteLink
                    discover="render"
                    to={to}
                    prefetch="intent"
                    aria-current={path === to ? 'page' : to === area ? 'true' : undefined}
                    className="block rounded-lg px-2 py-1 font-extrabold hover:bg-tint aria-[current]:bg-accent aria-[current]:text-on-accent"
                  >
                    {title}
                  </SiteLink>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}

interface PlaceGroup {
  readonly name: TextKey;
  /** Of its areas, with the places within them. */
  readonly areas: readonly string[];
}

const GROUPS = [
  { name: 'admin.frame.today', areas: ['/admin'] },
  {
    name: 'admin.frame.people',
    areas: ['/admin/accounts', '/admin/alias-moderation', '/admin/reports', '/admin/perks', '/admin/audit'],
  },
  {
    name: 'admin.frame.messages',
    areas: ['/admin/mailbox', '/admin/telegrams', '/admin/announcements', '/admin/shortlinks', '/admin/localization'],
  },
] as const satisfies readonly PlaceGroup[];

/** What none of the groups has: crates, apps, calls and figures. */
const REST = 'admin.frame.platform';

/** Groups in their order and places within them in that of their areas. */
function groupPlaces(places: readonly AdminLink[]) {
  const groups = GROUPS.map(({ name, areas }) => {
    const links = areas.flatMap((area) => places.filter(({ to }) => isWithin(to, area)));
    return { name, links };
  });
  const grouped = new Set(groups.flatMap(({ links }) => links));
  return [...groups, { name: REST, links: places.filter((place) => !grouped.has(place)) } as const].filter(
    ({ links }) => links.length > 0,
  );
}

/** All places lie below the home of the console, which has none within. */
function isWithin(path: string, area: string): boolean {
  return path === area || (area !== '/admin' && path.startsWith(`${area}/`));
}

/** The place that is nearest to a page within it. */
function findArea(path: string, places: readonly AdminLink[]): string | undefined {
  const within = places.filter(({ to }) => to !== '/admin' && path.startsWith(`${to}/`));
  return within.toSorted((one, other) => other.to.length - one.to.length).at(0)?.to;
}
