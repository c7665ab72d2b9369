import { redirect } from 'react-router';

import { inLocale } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';

import type { Route } from './+types/levelhead-void';

/** The void has no page of its own: a post of patch notes tells of it (specification §2). */
export const loader = withCurrent(async (_current, { params, url }: Route.LoaderArgs) => {
  const post = '/post/the-void-patch-notes';
  throw redirect(inLocale(params, post) + url.search);
});
