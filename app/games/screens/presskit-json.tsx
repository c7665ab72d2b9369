import { forScreen } from '#app/current/page/loads.server.ts';
import { getPressKit, pressKitJson } from '../presskit/presskit.server.ts';

import type { Route } from './+types/presskit-json';

export const loader = forScreen(async (current, { params }: Route.LoaderArgs) => {
  const body = pressKitJson(await getPressKit(current, params.game));
  return new Response(body, { headers: { 'content-type': 'application/json; charset=utf-8' } });
});
