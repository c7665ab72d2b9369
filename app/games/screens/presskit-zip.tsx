import { forScreen } from '#app/current/page/loads.server.ts';
import { packPressKit } from '../presskit/zip.server.ts';

import type { Route } from './+types/presskit-zip';

export const loader = forScreen(async (current, { params }: Route.LoaderArgs) => {
  const headers = {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${params.game}-presskit.zip"`,
  };
  return new Response(await packPressKit(current, params.game), { headers });
});
