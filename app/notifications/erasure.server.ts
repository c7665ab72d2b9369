import type { PersonalData } from '#app/current/personal-data.server.ts';

export const notificationErasure = {
  fates: {
    'notifications.user_id': 'gone',
    'notifications.subject': 'mentions',
    'notifications.details': 'mentions',
    'notification_deliveries.user_id': 'gone',
    'notification_deliveries.subject': 'mentions',
    'notification_deliveries.details': 'mentions',
    'notification_events.caused_by': 'unnamed',
    'notification_events.user_ids': 'unnamed',
    'notification_events.subjects': 'mentions',
    'notification_events.details': 'mentions',
    'notification_mutes.user_id': 'gone',
    'notification_mutes.subject': 'mentions',
    'notification_readers.user_id': 'gone',
    'notification_settings.user_id': 'gone',
  },
  // Who has muted both has one row left.
  moves: {
    'notification_mutes.subject': 'moved',
  },
} as const satisfies PersonalData;
