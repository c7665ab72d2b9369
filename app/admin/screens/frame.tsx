import { Outlet } from 'react-router';

import { withCurrent } from '#app/current/page/loaders.server.ts';

import { AdminNavigation } from '../admin-navigation.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { CommandPalette } from '../palette/command-palette.tsx';
import { placesAt, placesFor } from '../places.ts';

import type { Route } from './+types/frame';

export const loader = withCurrent(async (current) => ({ paths: placesFor(current.actor) }));

/** Staff read much at once: tables and fields are denser than on public pages. */
const DENSE =
  '[&_.table_:is(th,td)]:px-3 [&_.table_:is(th,td)]:py-1.5 [&_.table_td]:min-w-0 [&_.control]:min-h-11 [&_.button]:min-h-11';

export default function AdminFrame({ loaderData: { paths } }: Route.ComponentProps) {
  const places = placesAt(paths);
  return (
    // The texts of staff are English everywhere.
    <div lang="en" className={`grid gap-6 lg:grid-cols-[12rem_minmax(0,1fr)] lg:gap-8 ${DENSE}`}>
      <div className="grid min-w-0 gap-4 lg:sticky lg:top-4 lg:self-start">
        <CommandPalette places={places} />
        <AdminNavigation places={places} />
      </div>
      <div className="min-w-0 space-y-4">
        <Breadcrumbs places={places} />
        <Outlet />
      </div>
    </div>
  );
}
