import { ERASURE_STEP } from '#app/current/personal-data.server.ts';
import type { Erasure, Merger, PersonalData } from '#app/current/personal-data.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { toParticipantId } from './readers.server.ts';

/** By which mail they wrote what stays, its whole text, its sender, and what they had written before they changed it. */
const mailsOfMessages: Erasure = {
  name: 'threads.mails',
  run: async (current, { userId, keys }) => {
    const forms = keys.map(([form]) => form);
    const rows = await current.db.query(sql`
      update thread_messages set sender = null, rest = null, mail_file = null, mail_id = null
      where (subject_id, message_id) in (
        select subject_id, message_id from thread_messages
        where (sender is not null or rest is not null or mail_file is not null or mail_id is not null)
          and (user_id = ${userId}::text or participant_id = any(${forms}::text[]) or sender = any(${forms}::text[]))
        limit ${ERASURE_STEP}::int)
      returning 1`);
    return { changed: rows.length, next: rows.length < ERASURE_STEP ? undefined : 'more' };
  },
};

/** Whoever was blocked by one of two accounts is blocked; the rows themselves move as all others. */
const mergedPeople: Merger = {
  name: 'threads.people',
  run: async ({ db }, { goneId, keptId }) => {
    const rows = await db.query(sql`update thread_people k set standing = 'blocked'
      from thread_people g where g.participant_id = ${`user ${goneId}`} and g.standing = 'blocked' and g.noun = k.noun
        and k.participant_id = ${`user ${keptId}`} and k.standing <> 'blocked' returning 1`);
    return { changed: rows.length, next: undefined };
  },
};

export const threadErasure = {
  fates: {
    'thread_files.file_key': 'row',
    'thread_history.user_id': 'unnamed',
    'thread_history.details': 'mentions',
    'thread_messages.user_id': 'unnamed',
    'thread_messages.participant_id': 'unnamed',
    'thread_messages.sender': 'erased',
    'thread_messages.mail_file': 'erased',
    'thread_participants.participant_id': 'unnamed',
    'thread_participants.user_id': 'unnamed',
    'thread_people.participant_id': 'abuse',
    'thread_people.user_id': 'gone',
    'thread_people.decided_by': 'unnamed',
    'thread_reactions.participant_id': 'unnamed',
    'thread_reactions.user_id': 'unnamed',
    'thread_reads.reader_id': 'gone',
    'thread_reads.user_id': 'gone',
  },
  erasures: [mailsOfMessages],
  toPersonKeys: ({ emails }) => emails.map((email) => toParticipantId({ email })),
  moves: {
    'thread_messages.sender': 'ways',
    'thread_messages.mail_file': 'row',
    'thread_people.participant_id': 'moved',
  },
  mergers: [mergedPeople],
} as const satisfies PersonalData;
