import type { PersonalData } from '#app/current/personal-data.server.ts';

export const mediaErasure = {
  fates: {
    'media_snippets.uploaded_by': 'unnamed',
    'media_snippets.file_key': 'row',
    // A card may show a name: nobody comes to it any more, and it goes when it is old.
    'media_made.file_key': 'held',
    'media_sources.file_key': 'row',
  },
} as const satisfies PersonalData;
