import { withCurrent } from '#app/current/page/loaders.server.ts';

import { packEntries } from '../documents/entry-exports.server.ts';
import type { Route } from './+types/feedbag-zip';

export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const headers = {
    'content-type': 'application/zip',
    'content-disposition': 'attachment; filename="entries.zip"',
    'cache-control': 'private, no-store',
  };
  return new Response(await packEntries(current, params.projectId), { headers });
});
