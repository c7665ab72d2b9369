import type { PersonalData } from '#app/current/personal-data.server.ts';

export const loginErasure = {
  fates: {
    'sessions.user_id': 'gone',
  },
} as const satisfies PersonalData;
