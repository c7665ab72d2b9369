import { withCurrent } from '#app/current/page/loaders.server.ts';

import { exportEntries } from '../documents/entry-documents.server.ts';
import { entryQueryOf } from '../entry.ts';
import type { Route } from './+types/feedbag-csv';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) => {
  const csv = await exportEntries(current, params.projectId, entryQueryOf(url.searchParams));
  return new Response(csv, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="entries.csv"',
      'cache-control': 'private, no-store',
    },
  });
});
