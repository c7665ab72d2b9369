import type { PersonalData } from '#app/current/personal-data.server.ts';

export const adminErasure = {
  fates: {
    'item_views.user_id': 'gone',
  },
} as const satisfies PersonalData;
