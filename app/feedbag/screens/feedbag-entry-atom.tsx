import { withCurrent } from '#app/current/page/loaders.server.ts';

import { answerTalkFeed } from '../documents/entry-feeds.server.ts';
import type { Route } from './+types/feedbag-entry-atom';

export const loader = withCurrent((current, { params, request }: Route.LoaderArgs) =>
  answerTalkFeed(current, request, params),
);
