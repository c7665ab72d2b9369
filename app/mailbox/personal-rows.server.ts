import * as z from 'zod/mini';

import { MaybeTime, NO_UUID, findBy } from '#app/current/personal-data.server.ts';
import type { PersonalData, PersonalRows } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

const mailbox: PersonalRows = {
  name: 'mailbox',
  title: 'exports.part.mailbox',
  of: ['mailbox_marks.user_id'],
  schema: z.object({ messageId: z.string(), readAt: MaybeTime, archivedAt: MaybeTime, answeredAt: MaybeTime }),
  find: findBy<{ messageId: string }>(
    ({ userId }, after) => sql`
      select message_id as "messageId", read_at as "readAt", archived_at as "archivedAt", answered_at as "answeredAt"
      from mailbox_marks where user_id = ${userId} and message_id > ${after?.messageId ?? NO_UUID} order by message_id`,
  ),
};

export const mailboxRows = {
  personalRows: [mailbox],
  withheld: {
    'mailbox_messages.created_by': 'staff',
    'mailbox_messages.released_by': 'staff',
    'mailbox_messages.sent_by': 'staff',
  },
} satisfies PersonalData;
