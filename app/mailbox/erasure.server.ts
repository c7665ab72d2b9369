import { ERASURE_STEP } from '#app/current/personal-data.server.ts';
import type { Erasure, PersonalData } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { toSegment } from './segments.server.ts';

/** What the studio wrote to them alone, sent or not, with its files. */
const ownMessages: Erasure = {
  name: 'mailbox.messages',
  run: async ({ db }, { userId }) => {
    if (userId === null) return { changed: 0, next: undefined };
    const rows = await db.query(sql`
      delete from mailbox_messages where message_id in (select message_id from mailbox_messages
        where segment = ${toSegment('user', userId)} limit ${ERASURE_STEP}::integer) returning 1`);
    return { changed: rows.length, next: rows.length < ERASURE_STEP ? undefined : 'more' };
  },
};

export const mailboxErasure = {
  fates: {
    'mailbox_marks.user_id': 'gone',
    'mailbox_messages.created_by': 'unnamed',
    'mailbox_messages.released_by': 'unnamed',
    'mailbox_messages.sent_by': 'unnamed',
    'mailbox_messages.segment': 'mentions',
    'mailbox_messages.texts': 'others',
    'mailbox_files.file_key': 'row',
  },
  erasures: [ownMessages],
} as const satisfies PersonalData;
