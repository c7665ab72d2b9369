import { redirect } from 'react-router';

import { inLocale } from '#app/current/locale.ts';
import { withCurrent } from '#app/current/page/loaders.server.ts';

import type { Route } from './+types/legal';

/** `/legal` is `/terms`, in the language that the address names (specification §2). */
export const loader = withCurrent(async (_, { params }: Route.LoaderArgs) => {
  throw redirect(inLocale(params, '/terms'));
});
