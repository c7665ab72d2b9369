import type { PersonalData } from '#app/current/personal-data.server.ts';

export const deviceErasure = {
  withheld: {
    'device_clients.allowed_by': 'staff',
    'device_codes.user_id': 'passing',
  },
  fates: {
    'device_clients.allowed_by': 'unnamed',
    'device_codes.user_id': 'gone',
  },
  moves: { 'device_clients.allowed_by': 'moved', 'device_codes.user_id': 'dropped' },
} as const satisfies PersonalData;
