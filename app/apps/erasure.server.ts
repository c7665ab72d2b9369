import type { PersonalData } from '#app/current/personal-data.server.ts';

export const appErasure = {
  fates: {
    'app_keys.created_by': 'unnamed',
    'app_keys.scopes': 'nobody',
    'apps.owner': 'unnamed',
  },
} as const satisfies PersonalData;
