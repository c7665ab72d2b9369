import { forScreen } from '#app/current/loads.server.ts';
import { getPressFile } from '../presskit/presskit.server.ts';

import type { Route } from './+types/presskit-file';

export const loader = forScreen((current, { params }: Route.LoaderArgs) => {
  const { svg } = getPressFile(current, params.game, params.file);
  const headers = { 'content-type': 'image/svg+xml', 'content-disposition': `attachment; filename="${params.file}"` };
  return Promise.resolve(new Response(new Uint8Array(svg), { headers }));
});
