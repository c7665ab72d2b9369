import { useLocation, useMatches } from 'react-router';

import { pathWithoutLocale, useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';

import type { AdminLink } from './admin-navigation.tsx';

export function Breadcrumbs({ places }: { places: readonly AdminLink[] }) {
  const { text } = useText();
  const path = pathWithoutLocale(useLocation().pathname);
  const { crumb, crumbsAbove } = useOwnCrumbs();
  const above = [...places.filter(({ to }) => path.startsWith(`${to}/`)), ...crumbsAbove];
  const own = crumb ?? places.find(({ to }) => to === path)?.name;
  if (above.length === 0 || own === undefined) return null;
  return (
    <nav aria-label={text('admin.frame.breadcrumbs')} className="min-w-0 text-sm">
      <ol className="flex flex-wrap items-center gap-x-2">
        {above.map(({ to, name }) => (
          <li key={to} className="flex items-center gap-2 after:text-muted after:content-['›'/'']">
            <SiteLink to={to} className="py-0.5 font-bold text-link underline">
              {name}
            </SiteLink>
          </li>
        ))}
        <li aria-current="page" className="min-w-0 font-bold wrap-anywhere text-muted">
          {own}
        </li>
      </ol>
    </nav>
  );
}

type Crumb = Pick<AdminLink, 'to' | 'name'>;

interface OwnCrumbs {
  readonly crumb?: string;
  /** Things between the place and the page, such as the crate of an item. */
  readonly crumbsAbove: readonly Crumb[];
}

/** In the data of a page that has no place of its own. */
function useOwnCrumbs(): OwnCrumbs {
  const match = useMatches().at(-1);
  const found = typeof match?.loaderData === 'object' && match.loaderData !== null ? match.loaderData : {};
  const { crumb, crumbsAbove = [] } = found as Partial<OwnCrumbs>;
  return { ...(crumb !== undefined && { crumb }), crumbsAbove };
}
