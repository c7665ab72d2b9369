import type { Current } from '#app/current/current.server.ts';

import { notificationAnswers } from './answers.server.ts';
import { notificationErasure } from './erasure.server.ts';
import type { EventCatalog } from './event-kind.server.ts';
import { notificationJobs } from './jobs.server.ts';
import { digestDay, digestHour, quietFrom, quietUntil } from './mails/mail-times.server.ts';
import { notificationMails } from './mails/notification.mail.tsx';
import { notificationRows } from './personal-rows.server.ts';

export const notifications = (catalog: EventCatalog) => ({
  name: 'notifications',
  answers: notificationAnswers(catalog),
  jobs: (current: () => Current) => notificationJobs(current, catalog),
  mails: notificationMails(catalog),
  choices: [digestHour, digestDay, quietFrom, quietUntil],
  userIds: {
    notifications: ['user_id'],
    notification_deliveries: ['user_id'],
    notification_events: ['caused_by', 'user_ids'],
    notification_mutes: ['user_id'],
    notification_readers: ['user_id'],
    notification_settings: ['user_id'],
  },
  ...notificationRows,
  ...notificationErasure,
});
