import { withCurrent } from '#app/current/page/loaders.server.ts';

import { packPressKit } from '../presskit/zip.server.ts';
import type { Route } from './+types/presskit-zip';

export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const headers = {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${params.game}-presskit.zip"`,
  };
  return new Response(await packPressKit(current, params.game), { headers });
});
