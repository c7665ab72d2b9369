import type { PersonalData } from '#app/current/personal-data.server.ts';

/** Its own rows are what is left of a deletion: they go with it, or when no backup is as old. */
export const deletionErasure = {
  userIds: { account_deletions: ['user_id'], past_deletions: ['user_id'] },
  addresses: { account_deletions: ['emails', 'names'] },
  withheld: {
    'account_deletions.user_id': 'passing',
    'account_deletions.emails': 'passing',
    'account_deletions.names': 'passing',
    'past_deletions.user_id': 'derived',
  },
  fates: {
    'account_deletions.user_id': 'passing',
    'account_deletions.emails': 'passing',
    'account_deletions.names': 'passing',
    'past_deletions.user_id': 'held',
    'past_deletions.keys': 'held',
    'ban_marks.mark': 'abuse',
  },
  moves: {
    'account_deletions.user_id': 'passing',
    'past_deletions.user_id': 'history',
    'ban_marks.mark': 'ways',
  },
} as const satisfies PersonalData;
