import { redirect } from 'react-router';

import { inLocale } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';

import type { Route } from './+types/connect';

/** Games send their players here to connect an account (specification §2). */
export const loader = withCurrent(async (_current, { params }: Route.LoaderArgs) => {
  const account = inLocale(params, '/account');
  throw redirect(`${account}?from=${encodeURIComponent(params.platform)}#connections`);
});
