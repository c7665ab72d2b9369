import { withCurrent } from '#app/current/page/loaders.server.ts';
import { exportHolders } from '#app/perks/giving/holders.server.ts';
import { csvResponse } from '#lib/csv/csv-response.server.ts';

import type { Route } from './+types/perk-people-csv';

export const loader = withCurrent(async (current, { params: { perkId } }: Route.LoaderArgs) =>
  csvResponse(`people-${perkId}.csv`, await exportHolders(current, perkId)),
);
