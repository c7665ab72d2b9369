import type { PersonalData } from '#app/current/personal-data.server.ts';

import { mergedVotes } from './merging.server.ts';

export const supportErasure = {
  fates: {
    'support_votes.user_id': 'unnamed',
    'support_votes.voter_id': 'unnamed',
  },
  mergers: [mergedVotes],
} as const satisfies PersonalData;
