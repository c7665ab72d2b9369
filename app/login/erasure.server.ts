import type { PersonalData } from '#app/current/personal-data.server.ts';

export const loginErasure = {
  fates: {
    'sessions.user_id': 'gone',
  },
  moves: {
    'sessions.user_id': 'dropped',
  },
} as const satisfies PersonalData;
