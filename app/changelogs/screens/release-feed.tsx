import type { CacheHandle } from '#app/current/page/handle.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';

import { CHANGELOG_CACHE_TOPICS } from '../cache-topics.ts';
import { SITE_APP } from '../changelog.ts';
import { answerReleaseFeed } from '../release-feed.server.ts';
import type { Route } from './+types/release-feed';

export const loader = withCurrent((current, { params, request }: Route.LoaderArgs) => {
  const { game, app = game ?? SITE_APP, file, locale } = params;
  return answerReleaseFeed(current, request, { app, file, locale });
});

export const handle: CacheHandle = { cacheTopics: CHANGELOG_CACHE_TOPICS };
