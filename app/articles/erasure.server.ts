import type { PersonalData } from '#app/current/personal-data.server.ts';

export const articleErasure = {
  fates: {
    'post_search.collaborators': 'unnamed',
  },
} as const satisfies PersonalData;
