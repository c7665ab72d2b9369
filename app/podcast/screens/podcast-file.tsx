import { withCurrent } from '#app/current/page/loaders.server.ts';

import { answerEpisodeFile } from '../files/file-response.server.ts';

import type { Route } from './+types/podcast-file';

export const loader = withCurrent(async (current, { request, params: { episode, file } }: Route.LoaderArgs) =>
  answerEpisodeFile(current, request, { slug: episode, file }),
);
