import type { PersonalData } from '#app/current/personal-data.server.ts';

export const keyErasure = {
  fates: {
    'delegation_keys.user_id': 'gone',
  },
} as const satisfies PersonalData;
