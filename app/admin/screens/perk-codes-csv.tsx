import { withCurrent } from '#app/current/page/loaders.server.ts';
import { exportCodes } from '#app/perks/codes/codes.server.ts';
import { csvResponse } from '#lib/csv/csv-response.server.ts';

import type { Route } from './+types/perk-codes-csv';

export const loader = withCurrent(async (current, { params: { perkId }, url }: Route.LoaderArgs) => {
  const lines = await exportCodes(current, perkId, url.searchParams.get('batch') ?? '');
  return csvResponse(`codes-${perkId}.csv`, lines);
});
