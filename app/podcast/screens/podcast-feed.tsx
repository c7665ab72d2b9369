import { withCurrent } from '#app/current/page/loaders.server.ts';

import { answerShowFeed } from '../files/answer-feed.server.ts';

import type { Route } from './+types/podcast-feed';

export const loader = withCurrent(async (current, { request, params }: Route.LoaderArgs) =>
  answerShowFeed(current, request, 'topic' in params ? params.topic : undefined),
);
