import { withCurrent } from '#app/current/page/loaders.server.ts';

import { answerArchiveFeed } from '../archive/archive-feed.server.ts';
import type { Route } from './+types/telegrams-feed';

export const loader = withCurrent((current, { params: { file, locale }, request }: Route.LoaderArgs) =>
  answerArchiveFeed(current, request, { file, locale }),
);
