import { withCurrent } from '#app/current/page/loaders.server.ts';
import { Problem } from '#lib/problem.ts';

import { answerShowFeed } from '../files/answer-feed.server.ts';
import { noEpisode } from '../problems.ts';
import type { Route } from './+types/podcast-file';

/** `topics/{topic}/rss.xml`: with a splat, because every page brings the list of routes along. */
export const loader = withCurrent(async (current, { request, params }: Route.LoaderArgs) => {
  const [topics, topic = '', document, ...rest] = params['*'].split('/');
  if (topics !== 'topics' || document !== 'rss.xml' || rest.length > 0) throw new Problem(noEpisode);
  return answerShowFeed(current, request, topic);
});
