import type { PersonalData } from '#app/current/personal-data.server.ts';

export const keyErasure = {
  fates: {
    'delegation_keys.user_id': 'gone',
  },
  moves: {
    'delegation_keys.user_id': 'merged',
  },
} as const satisfies PersonalData;
