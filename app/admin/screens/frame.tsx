import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';

import { withCurrent } from '#app/current/page/loaders.server.ts';
import { consoleContext } from '#app/noun/noun.server.ts';

import { AdminNavigation } from '../admin-navigation.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { findPlaces } from '../places.server.ts';
import { useKeptFocus } from '../use-kept-focus.ts';
import type { Route } from './+types/frame';
import '#app/current/compact.css';

export const loader = withCurrent(async (current, { context }: Route.LoaderArgs) => {
  return { places: await findPlaces(current, context.get(consoleContext)) };
});

export default function AdminFrame({ loaderData: { places } }: Route.ComponentProps) {
  useFocusAtHash();
  useKeptFocus();
  return (
    // The texts of staff are English everywhere.
    <div lang="en" className="compact grid gap-2 lg:grid-cols-[11rem_minmax(0,1fr)] lg:gap-6">
      <div className="flex min-w-0 flex-wrap gap-2 lg:sticky lg:top-2 lg:max-h-[calc(100dvh-1rem)] lg:flex-col lg:flex-nowrap lg:self-start">
        <AdminNavigation places={places} />
      </div>
      <div className="min-w-0 space-y-2">
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
