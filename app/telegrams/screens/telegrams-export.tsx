import { withCurrent } from '#app/current/page/loaders.server.ts';

import { exportReader } from '../preferences.server.ts';
import type { Route } from './+types/telegrams-export';

export const loader = withCurrent(async (current, { url }: Route.LoaderArgs) => {
  const data = await exportReader(current, url.searchParams.get('manage') ?? undefined);
  return new Response(JSON.stringify(data, null, 2), {
    headers: {
      'content-type': 'application/json',
      'content-disposition': 'attachment; filename="newsletter.json"',
      'cache-control': 'private, no-store',
    },
  });
});
