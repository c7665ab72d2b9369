import type { PersonalData } from '#app/current/personal-data.server.ts';

export const choiceErasure = {
  fates: {
    'account_choices.user_id': 'gone',
  },
} as const satisfies PersonalData;
