import { withCurrent } from '#app/current/page/loaders.server.ts';
import { csvResponse } from '#lib/csv/csv-response.server.ts';

import { loadImportPage } from '../bulk/bulk-page.server.ts';
import { TEMPLATE_COLUMNS } from '../bulk/import-columns.ts';
import type { Route } from './+types/crate-import-template';

export const loader = withCurrent(async (current, { params: { crateId } }: Route.LoaderArgs) => {
  await loadImportPage(current, crateId);
  return csvResponse(`${crateId}-template.csv`, [[TEMPLATE_COLUMNS]]);
});
