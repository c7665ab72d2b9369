import { withCurrent } from '#app/current/page/loaders.server.ts';

import { answerOwnExport } from '../exports.server.ts';
import type { Route } from './+types/export-file';

export const loader = withCurrent(async (current, { params }: Route.LoaderArgs) =>
  answerOwnExport(current, params.exportId),
);
