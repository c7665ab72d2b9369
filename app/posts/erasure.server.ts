import type { PersonalData } from '#app/current/personal-data.server.ts';

import { POSTS_CRATE } from './cache-topics.ts';

export const postErasure = {
  keptItems: [{ crateId: POSTS_CRATE, choice: 'posts' }],
} as const satisfies PersonalData;
