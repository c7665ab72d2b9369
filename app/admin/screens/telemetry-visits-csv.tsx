import { withCurrent } from '#app/current/page/loaders.server.ts';
import { exportVisits } from '#app/telemetry/visits/visits-csv.server.ts';
import { csvResponse } from '#lib/csv/csv-response.server.ts';

import { readQuery } from '../telemetry/visits-page.server.ts';
import type { Route } from './+types/telemetry-visits-csv';

export const loader = withCurrent(async (current, { url }: Route.LoaderArgs) =>
  csvResponse('visits.csv', [await exportVisits(current, readQuery(current, url.searchParams))]),
);
