import { withCurrent } from '#app/current/page/loaders.server.ts';

import { answerSearchFeed } from '../saved-searches/search-feed.server.ts';
import type { Route } from './+types/search-feed';

export const loader = withCurrent((current, { params, request }: Route.LoaderArgs) =>
  answerSearchFeed(current, request, params.token),
);
