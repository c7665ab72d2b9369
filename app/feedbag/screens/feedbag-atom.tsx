import { withCurrent } from '#app/current/page/loaders.server.ts';

import { answerEntryFeed } from '../documents/entry-feeds.server.ts';
import type { Route } from './+types/feedbag-atom';

export const loader = withCurrent((current, { params, request }: Route.LoaderArgs) =>
  answerEntryFeed(current, request, params.projectId),
);
