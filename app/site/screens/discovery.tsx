import { withCurrent } from '#app/current/page/loaders.server.ts';

import { answerDiscovery } from '../discovery/discovery.server.ts';
import type { Route } from './+types/discovery';

export const loader = withCurrent((current, { url, request }: Route.LoaderArgs) =>
  answerDiscovery(current, url.pathname, request),
);
