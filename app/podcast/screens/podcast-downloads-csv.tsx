import { withCurrent } from '#app/current/page/loaders.server.ts';

import { exportDownloads } from '../downloads/download-figures.server.ts';
import { downloadsQueryOf } from '../downloads/download.ts';
import type { Route } from './+types/podcast-downloads-csv';

export const loader = withCurrent(async (current, { url }: Route.LoaderArgs) => {
  const csv = await exportDownloads(current, downloadsQueryOf(url.searchParams));
  return new Response(csv, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="downloads.csv"',
      'cache-control': 'private, no-store',
    },
  });
});
