import { withCurrent } from '#app/current/page/loaders.server.ts';

import { getPressKit, pressKitJson } from '../presskit/presskit.server.ts';
import type { Route } from './+types/presskit-json';

export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) => {
  const body = pressKitJson(await getPressKit(current, params.game));
  return new Response(body, { headers: { 'content-type': 'application/json; charset=utf-8' } });
});
