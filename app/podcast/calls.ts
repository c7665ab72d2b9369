import * as z from 'zod/mini';

import { call } from '#app/current/call.ts';
import { badCredentials } from '#app/current/problems.ts';

import { noEpisode } from './problems.ts';

const MAX_SECONDS = 86_400;

export const keepPlace = call({
  id: 'podcast.keepPlace',
  method: 'PUT',
  path: '/api/podcast/episodes/{itemId}/place',
  least: 'authenticated',
  summary: 'Keeps where the caller has stopped in an episode, for all their devices; 0 forgets it.',
  params: z.object({ itemId: z.string() }),
  body: { json: z.object({ seconds: z.number().check(z.int(), z.minimum(0), z.maximum(MAX_SECONDS)) }) },
  success: [{ status: 204, description: 'It is kept, or forgotten.' }],
  problems: [badCredentials, noEpisode],
});
