import { forScreen } from '#app/current/loads.server.ts';
import { getPressKit, pressKitJson } from '../presskit/presskit.server.ts';

import type { Route } from './+types/presskit-json';

export const loader = forScreen((current, { params }: Route.LoaderArgs) => {
  const body = pressKitJson(getPressKit(current, params.game));
  return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json; charset=utf-8' } }));
});
