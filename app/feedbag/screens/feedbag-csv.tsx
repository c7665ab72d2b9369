import { withCurrent } from '#app/current/page/loaders.server.ts';
import { csvResponse } from '#lib/csv/csv-response.server.ts';

import { exportEntries } from '../documents/entry-exports.server.ts';
import { readEntryQuery } from '../entry.ts';
import type { Route } from './+types/feedbag-csv';

export const loader = withCurrent(async (current, { params, url }: Route.LoaderArgs) =>
  csvResponse('entries.csv', await exportEntries(current, params.projectId, readEntryQuery(url.searchParams))),
);
