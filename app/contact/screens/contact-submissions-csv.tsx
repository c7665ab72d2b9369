import { withCurrent } from '#app/current/page/loaders.server.ts';

import { exportDesk } from '../desk/desk.server.ts';
import { deskQueryOf } from '../desk/desk.ts';
import type { Route } from './+types/contact-submissions-csv';

export const loader = withCurrent(async (current, { url }: Route.LoaderArgs) => {
  const csv = await exportDesk(current, deskQueryOf(url.searchParams));
  return new Response(csv, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="submissions.csv"',
      'cache-control': 'private, no-store',
    },
  });
});
