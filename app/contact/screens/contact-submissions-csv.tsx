import { withCurrent } from '#app/current/page/loaders.server.ts';
import { csvResponse } from '#lib/csv/csv-response.server.ts';

import { exportDesk } from '../desk/desk.server.ts';
import { readDeskQuery } from '../desk/desk.ts';
import type { Route } from './+types/contact-submissions-csv';

export const loader = withCurrent(async (current, { url }: Route.LoaderArgs) =>
  csvResponse('submissions.csv', await exportDesk(current, readDeskQuery(url.searchParams))),
);
