import { useLocation, useMatches } from 'react-router';

import { pathWithoutLocale, useText } from '#app/current/locale.ts';
import type { AdminHandle } from '#app/current/page/handle.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';

import type { AdminPlace } from './places.ts';

export function Breadcrumbs({ places }: { places: readonly AdminPlace[] }) {
  const { text } = useText();
  const path = pathWithoutLocale(useLocation().pathname);
  const above = places.filter(({ to }) => path.startsWith(`${to}/`));
  const own = useOwnCrumb();
  if (above.length === 0 || own === undefined) return null;
  return (
    <nav aria-label={text('admin.frame.breadcrumbs')} className="min-w-0 text-sm">
      <ol className="flex flex-wrap items-center gap-x-2">
        {above.map(({ to, name }) => (
          <li key={to} className="flex items-center gap-2 after:text-muted after:content-['›'/'']">
            <SiteLink to={to} className="py-0.5 font-bold text-link underline">
              {text(name)}
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

function useOwnCrumb(): string | undefined {
  const { text } = useText();
  const match = useMatches().at(-1);
  const own: unknown =
    typeof match?.loaderData === 'object' && match.loaderData !== null && Reflect.get(match.loaderData, 'crumb');
  if (typeof own === 'string') return own;
  const { crumb } = (match?.handle ?? {}) as Partial<AdminHandle>;
  return crumb && text(crumb);
}
