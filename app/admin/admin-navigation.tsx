import { useLocation } from 'react-router';

import { pathWithoutLocale, useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';

/** A screen of the console that its reader may open, in their language. */
export interface AdminLink {
  readonly to: string;
  readonly name: string;
  readonly about: string;
}

export function AdminNavigation({ places }: { places: readonly AdminLink[] }) {
  const { text } = useText();
  const path = pathWithoutLocale(useLocation().pathname);
  const area = places.some(({ to }) => to === path) ? undefined : findArea(path, places);
  return (
    <nav aria-label={text('admin.frame.navigation')}>
      <ul className="flex flex-wrap gap-1.5 lg:flex-col">
        {places.map(({ to, name }) => (
          <li key={to}>
            <SiteLink
              discover="render"
              to={to}
              prefetch="intent"
              aria-current={path === to ? 'page' : to === area ? 'true' : undefined}
              className="flex min-h-10 items-center rounded-xl border-2 border-transparent px-3 py-1 font-extrabold hover:border-edge hover:bg-surface aria-[current]:border-line aria-[current]:bg-accent aria-[current]:text-on-accent"
            >
              {name}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The place that is nearest to a page within it. */
function findArea(path: string, places: readonly AdminLink[]): string | undefined {
  const within = places.filter(({ to }) => to !== '/admin' && path.startsWith(`${to}/`));
  return within.toSorted((one, other) => other.to.length - one.to.length).at(0)?.to;
}
