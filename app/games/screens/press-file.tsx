import { withCurrent } from '#app/current/page/loaders.server.ts';

import { pressFileResponse } from '../presskit/press-file.server.ts';
import { getStudioFile } from '../presskit/studio-kit.server.ts';
import type { Route } from './+types/press-file';

export const loader = withCurrent(async (current, { params: { file } }: Route.LoaderArgs) =>
  pressFileResponse(file, await getStudioFile(current, file)),
);
