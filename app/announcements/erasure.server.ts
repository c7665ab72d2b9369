import type { PersonalData } from '#app/current/personal-data.server.ts';

export const announcementErasure = {
  fates: {
    'announcements.content': 'nobody',
    'announcement_versions.changed_by': 'unnamed',
    'announcement_versions.content': 'nobody',
  },
} as const satisfies PersonalData;
