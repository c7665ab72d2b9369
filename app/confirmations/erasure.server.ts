import type { PersonalData } from '#app/current/personal-data.server.ts';

export const confirmationErasure = {
  fates: {
    'confirmations.user_id': 'gone',
    'confirmations.subject': 'row',
    'confirmations.owner_key': 'gone',
    'confirmations.details': 'row',
  },
} as const satisfies PersonalData;
