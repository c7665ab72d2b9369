import * as z from 'zod/mini';

import { Details, MaybeText, MaybeTime, NO_UUID, Time, findBy } from '#app/current/personal-data.server.ts';
import type { PersonalData, PersonalRows } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

const notifications: PersonalRows = {
  name: 'notifications',
  title: 'exports.part.notifications',
  of: ['notifications.user_id'],
  schema: z.object({
    notificationId: z.string(),
    kind: z.string(),
    subject: MaybeText,
    details: Details,
    size: z.number(),
    createdAt: Time,
    at: Time,
    seenAt: MaybeTime,
    readAt: MaybeTime,
    archivedAt: MaybeTime,
    snoozedUntil: MaybeTime,
  }),
  find: findBy<{ notificationId: string }>(
    ({ userId }, after) => sql`
      select notification_id as "notificationId", kind, subject, details, size, created_at as "createdAt", at, seen_at as "seenAt", read_at as "readAt", archived_at as "archivedAt", snoozed_until as "snoozedUntil"
      from notifications where user_id = ${userId} and notification_id > ${after?.notificationId ?? NO_UUID} order by notification_id`,
  ),
};

const notificationDeliveries: PersonalRows = {
  name: 'notification-deliveries',
  title: 'exports.part.notificationDeliveries',
  of: ['notification_deliveries.user_id'],
  schema: z.object({
    eventKey: z.string(),
    kind: z.string(),
    subject: MaybeText,
    at: Time,
    onSite: z.boolean(),
    mail: MaybeText,
    mailState: MaybeText,
    mailedAt: MaybeTime,
  }),
  find: findBy<{ eventKey: string; kind: string }>(
    ({ userId }, after) => sql`
      select event_key as "eventKey", kind, subject, at, on_site as "onSite", mail, mail_state as "mailState", mailed_at as "mailedAt"
      from notification_deliveries where user_id = ${userId} and (event_key, kind) > (${after?.eventKey ?? ''}, ${after?.kind ?? ''}) order by event_key, kind`,
  ),
};

const notificationMutes: PersonalRows = {
  name: 'notification-mutes',
  title: 'exports.part.notificationMutes',
  of: ['notification_mutes.user_id'],
  schema: z.object({ subject: z.string() }),
  find: findBy<{ subject: string }>(
    ({ userId }, after) => sql`
      select subject
      from notification_mutes where user_id = ${userId} and subject > ${after?.subject ?? ''} order by subject`,
  ),
};

const notificationSettings: PersonalRows = {
  name: 'notification-settings',
  title: 'exports.part.notificationSettings',
  of: ['notification_settings.user_id'],
  schema: z.object({ kind: z.string(), onSite: z.boolean(), mail: z.string() }),
  find: findBy<{ kind: string }>(
    ({ userId }, after) => sql`
      select kind, on_site as "onSite", mail
      from notification_settings where user_id = ${userId} and kind > ${after?.kind ?? ''} order by kind`,
  ),
};

export const notificationRows = {
  personalRows: [notifications, notificationDeliveries, notificationMutes, notificationSettings],
  withheld: {
    'notification_events.caused_by': 'derived',
    'notification_events.user_ids': 'derived',
    'notification_readers.user_id': 'derived',
  },
} satisfies PersonalData;
