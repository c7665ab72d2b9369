import type { PersonalData } from '#app/current/personal-data.server.ts';

export const shortlinkErasure = {
  fates: {
    'shortlinks.created_by': 'unnamed',
    'shortlinks.preview': 'nobody',
    'shortlinks.rules': 'nobody',
    'shortlinks.utm': 'nobody',
    'shortlink_targets.changed_by': 'unnamed',
    'shortlink_targets.rules': 'nobody',
    'shortlink_targets.utm': 'nobody',
  },
} as const satisfies PersonalData;
