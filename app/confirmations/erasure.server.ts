import type { PersonalData } from '#app/current/personal-data.server.ts';

export const confirmationErasure = {
  fates: {
    'confirmations.user_id': 'gone',
    'confirmations.subject': 'row',
    'confirmations.owner_key': 'gone',
    'confirmations.details': 'row',
  },
  moves: {
    'confirmations.user_id': 'dropped',
    'confirmations.owner_key': 'passing',
    'confirmations.subject': 'passing',
  },
} as const satisfies PersonalData;
