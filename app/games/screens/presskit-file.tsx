import { withCurrent } from '#app/current/page/loaders.server.ts';

import { pressFileResponse } from '../presskit/press-file.server.ts';
import { getPressFile } from '../presskit/presskit.server.ts';
import type { Route } from './+types/presskit-file';

export const loader = withCurrent(async (current, { params: { game, file } }: Route.LoaderArgs) =>
  pressFileResponse(file, await getPressFile(current, game, file)),
);
