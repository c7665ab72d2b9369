import { forScreen } from '#app/current/page/loads.server.ts';
import { pressFileResponse } from '../presskit/press-file.server.ts';
import { getStudioFile } from '../presskit/studio-kit.server.ts';

import type { Route } from './+types/press-file';

export const loader = forScreen(async (current, { params: { file } }: Route.LoaderArgs) =>
  pressFileResponse(file, await getStudioFile(current, file)),
);
