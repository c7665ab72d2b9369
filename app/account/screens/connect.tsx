import { redirect } from 'react-router';

import { forScreen } from '#app/current/page/loads.server.ts';
import { localePath } from '#app/current/locale.ts';

import type { Route } from './+types/connect';

/** Where games send their players to connect an account they have elsewhere (specification §2). */
export const loader = forScreen(async (current, { params }: Route.LoaderArgs) => {
  const account = params.locale === undefined ? '/account' : localePath(current.locale, '/account');
  throw redirect(`${account}?from=${encodeURIComponent(params.platform)}#connections`);
});
