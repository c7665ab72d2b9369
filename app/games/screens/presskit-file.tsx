import { forScreen } from '#app/current/page/loads.server.ts';
import { pressFileResponse } from '../presskit/press-file.server.ts';
import { getPressFile } from '../presskit/presskit.server.ts';

import type { Route } from './+types/presskit-file';

export const loader = forScreen(async (current, { params: { game, file } }: Route.LoaderArgs) =>
  pressFileResponse(file, await getPressFile(current, game, file)),
);
