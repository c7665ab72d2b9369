import { withCurrent } from '#app/current/page/loaders.server.ts';
import { csvResponse } from '#lib/csv/csv-response.server.ts';

import { exportDownloads } from '../downloads/download-figures.server.ts';
import { readDownloadsQuery } from '../downloads/download.ts';
import type { Route } from './+types/podcast-downloads-csv';

export const loader = withCurrent(async (current, { url }: Route.LoaderArgs) =>
  csvResponse('downloads.csv', [await exportDownloads(current, readDownloadsQuery(url.searchParams))]),
);
