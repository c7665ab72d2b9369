import { withCurrent } from '#app/current/page/loaders.server.ts';

import { levelsCsv } from '../player-page/levels-csv.server.ts';
import type { Route } from './+types/player-levels-csv';

export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const userId = params.userId.toLowerCase();
  return new Response(await levelsCsv(current, userId), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="levelhead-${userId}.csv"`,
      'x-robots-tag': 'noindex',
    },
  });
});
