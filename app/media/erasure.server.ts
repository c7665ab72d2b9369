import type { PersonalData } from '#app/current/personal-data.server.ts';

export const mediaErasure = {
  fates: {
    'media_snippets.uploaded_by': 'unnamed',
    'media_snippets.file_key': 'row',
    'media_made.file_key': 'row',
    'media_sources.file_key': 'row',
  },
} as const satisfies PersonalData;
