import { withCurrent } from '#app/current/page/loaders.server.ts';
import { csvResponse } from '#lib/csv/csv-response.server.ts';

import { exportLevels } from '../player-page/levels-csv.server.ts';
import type { Route } from './+types/player-levels-csv';

export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const userId = params.userId.toLowerCase();
  return csvResponse(`levelhead-${userId}.csv`, [await exportLevels(current, userId)], { 'x-robots-tag': 'noindex' });
});
