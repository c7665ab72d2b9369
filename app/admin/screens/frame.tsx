import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';

import { withCurrent } from '#app/current/page/loaders.server.ts';
import { consoleContext } from '#app/noun/noun.server.ts';

import { staffViewer } from '../accounts/account-page.server.ts';
import { AdminNavigation } from '../admin-navigation.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { CommandPalette } from '../palette/command-palette.tsx';
import { findPendingWork } from '../pending-work.server.ts';
import { findPlaces } from '../places.server.ts';
import type { Route } from './+types/frame';

export const loader = withCurrent(async (current, { context }: Route.LoaderArgs) => {
  const parts = context.get(consoleContext);
  const { ownRole, masquerade } = current.actor;
  const pending = await findPendingWork(current, parts);
  const pendingAliases = pending.find(({ to }) => to === '/admin/alias-moderation')?.count ?? 0;
  return {
    places: await findPlaces(current, parts),
    viewer: { ...staffViewer(current), ownRole, masquerade, pendingAliases },
  };
});

/** What the palette offers depends on what has been done meanwhile, also on other pages. */
export const shouldRevalidate = () => true;

/** Staff read much at once: tables and fields are denser than on public pages. */
const DENSE =
  '[&_.table_:is(th,td)]:px-3 [&_.table_:is(th,td)]:py-1.5 [&_.table_td]:min-w-0 [&_.control]:min-h-11 [&_.button]:min-h-11';

export default function AdminFrame({ loaderData: { places, viewer } }: Route.ComponentProps) {
  useFocusAtHash();
  return (
    // The texts of staff are English everywhere.
    <div lang="en" className={`grid gap-6 lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-8 ${DENSE}`}>
      <div className="grid min-w-0 gap-4 lg:sticky lg:top-4 lg:self-start">
        <CommandPalette places={places} viewer={viewer} />
        <AdminNavigation places={places} />
      </div>
      <div className="min-w-0 space-y-4">
        <Breadcrumbs places={places} />
        <Outlet />
      </div>
    </div>
  );
}

/** An address that names a part of its page leads the keyboard into it, and opens what is closed. */
function useFocusAtHash(): void {
  const location = useLocation();
  useEffect(() => {
    const part = location.hash === '' ? null : document.getElementById(location.hash.slice(1));
    if (part instanceof HTMLDetailsElement) part.open = true;
    const [first] = part?.querySelectorAll<HTMLElement>(FOCUSABLE) ?? [];
    first?.focus();
  }, [location]);
}

const FOCUSABLE = ':is(input, select, textarea, button, [tabindex="0"]):not([type="hidden"], [hidden], :disabled)';
