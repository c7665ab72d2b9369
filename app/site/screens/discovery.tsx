import { forScreen } from '#app/current/page/loads.server.ts';

import { answerDiscovery } from '../discovery/discovery.server.ts';

import type { Route } from './+types/discovery';

export const loader = forScreen((current, { url, request }: Route.LoaderArgs) =>
  answerDiscovery(current, url.pathname, request),
);
