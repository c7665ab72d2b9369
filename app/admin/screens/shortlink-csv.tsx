import { withCurrent } from '#app/current/page/loaders.server.ts';
import { getShortlink } from '#app/shortlinks/shortlinks.server.ts';
import { exportVisits } from '#app/shortlinks/visits.server.ts';
import { csvResponse } from '#lib/csv/csv-response.server.ts';

import type { Route } from './+types/shortlink-csv';

export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const { shortlinkId, slug } = await getShortlink(current, params.slug);
  return csvResponse(`visits-${slug}.csv`, [await exportVisits(current, shortlinkId)]);
});
