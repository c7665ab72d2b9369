import { withCurrent } from '#app/current/page/loaders.server.ts';

import { exportCatalogContext } from '../export-catalog.server.ts';
import { exportSchema } from '../schema.server.ts';
import type { Route } from './+types/export-schema';

/** What stands in the files of an export, for programs that read them. */
export const loader = withCurrent(async (current, { context }: Route.LoaderArgs) => {
  const schema = await exportSchema(context.get(exportCatalogContext), current.config.publicUrl);
  return new Response(`${JSON.stringify(schema, null, 1)}\n`, {
    headers: {
      'content-type': 'application/schema+json',
      'cache-control': 'public, max-age=3600',
      'access-control-allow-origin': '*',
    },
  });
});
