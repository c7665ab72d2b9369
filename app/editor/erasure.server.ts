import type { PersonalData } from '#app/current/personal-data.server.ts';

export const editorErasure = {
  fates: {
    'editor_drafts.user_id': 'unnamed',
    'editor_drafts.fields': 'others',
    'editor_presence.user_id': 'gone',
    'editor_previews.created_by': 'unnamed',
    'editor_reviews.user_id': 'unnamed',
    'editor_schedules.user_id': 'unnamed',
  },
} as const satisfies PersonalData;
