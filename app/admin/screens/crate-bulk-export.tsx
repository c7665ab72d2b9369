import { withCurrent } from '#app/current/page/loaders.server.ts';

import { bulkExportResponse } from '../bulk/bulk-export.server.ts';
import type { Route } from './+types/crate-bulk-export';

export const loader = withCurrent(async (current, { params: { format, ...key }, url }: Route.LoaderArgs) =>
  bulkExportResponse(current, key, format, url.searchParams.get('columns')),
);
