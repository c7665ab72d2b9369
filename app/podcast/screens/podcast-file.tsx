import { withCurrent } from '#app/current/page/loaders.server.ts';
import { Problem } from '#lib/problem.ts';

import { answerShowFeed } from '../files/answer-feed.server.ts';
import { answerEpisodeFile } from '../files/file-response.server.ts';
import { noEpisode } from '../problems.ts';

import type { Route } from './+types/podcast-file';

/** `topics/{topic}/rss.xml`, or `{episode}/{file}`: all in one route, because every page brings the list of routes along. */
export const loader = withCurrent(async (current, { request, params }: Route.LoaderArgs) => {
  const [slug = '', file = '', document, ...rest] = params['*'].split('/');
  if (slug === 'topics' && document === 'rss.xml' && rest.length === 0) return answerShowFeed(current, request, file);
  if (file === '' || document !== undefined) throw new Problem(noEpisode);
  return answerEpisodeFile(current, request, { slug, file });
});
