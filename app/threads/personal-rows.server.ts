import * as z from 'zod/mini';

import type { Current } from '#app/current/current.server.ts';
import { MaybeText, MaybeTime, NO_UUID, Time, findBy, pagesOf } from '#app/current/personal-data.server.ts';
import type { Person, PersonalData, PersonalFile, PersonalRows } from '#app/current/personal-data.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import { listParticipantIds } from './readers.server.ts';

const PAGE = 500;

const findConversations = findBy<{ subjectId: string }>(selectConversations);

const conversations: PersonalRows = {
  name: 'conversations',
  title: 'exports.part.conversations',
  of: ['thread_participants.user_id', 'thread_participants.participant_id'],
  schema: z.object({ subjectId: z.string(), noun: z.string(), audience: z.string(), addedAt: Time }),
  find: findConversations,
};

function selectConversations(person: Person, after: { subjectId: string } | undefined): Sql {
  return sql`
    select p.subject_id as "subjectId", t.noun, t.audience, p.added_at as "addedAt"
    from thread_participants p join threads t on t.subject_id = p.subject_id
    where ${isOf(person, sql`p.user_id`, sql`p.participant_id`)} and p.subject_id > ${after?.subjectId ?? NO_UUID}
    order by p.subject_id`;
}

/** What they wrote, also what the studio alone may hear, and in conversations between them and others what was answered. */
const messages: PersonalRows = {
  name: 'messages',
  title: 'exports.part.messages',
  of: ['thread_messages.user_id', 'thread_messages.participant_id', 'thread_messages.mail_file'],
  schema: z.object({
    subjectId: z.string(),
    messageId: z.string(),
    from: z.enum(['you', 'studio', 'another']),
    text: z.string(),
    rest: MaybeText,
    createdAt: Time,
    editedAt: MaybeTime,
    redactedAt: MaybeTime,
    files: z.array(z.string()),
  }),
  find: async function* find(current, person) {
    for await (const { data } of findConversations(current, person)) {
      const { subjectId } = data;
      const mine = isOf(person, sql`m.user_id`, sql`m.participant_id`);
      yield* messagesWhere(
        current,
        person,
        sql`m.subject_id = ${subjectId} and (m.kind <> 'internal' or m.side = 'player') and (${mine} or (m.kind <> 'internal'
          and not m.is_held and exists (select from threads t where t.subject_id = ${subjectId} and t.audience = 'participants')
          and exists (select from thread_messages o where o.subject_id = ${subjectId} and o.side = 'player'
            and ${isOf(person, sql`o.user_id`, sql`o.participant_id`)})))`,
      );
    }
    // Where they joined in with what somebody else began.
    yield* messagesWhere(
      current,
      person,
      sql`${isOf(person, sql`m.user_id`, sql`m.participant_id`)} and m.kind <> 'internal' and not exists (select from thread_participants p
        where p.subject_id = m.subject_id and ${isOf(person, sql`p.user_id`, sql`p.participant_id`)})`,
    );
  },
};

async function* messagesWhere(current: Current, person: Person, condition: Sql): ReturnType<PersonalRows['find']> {
  const findPage = async (after: ConversationMessage | undefined) => {
    const rows = await current.db.query<ConversationRow>(sql`
      select m.subject_id, m.message_id, m.side, m.body, m.rest, m.created_at, m.edited_at, m.redacted_at, m.mail_file,
        ${isOf(person, sql`m.user_id`, sql`m.participant_id`)} as is_own
      from thread_messages m where ${condition}
        and (m.subject_id, m.message_id) > (${after?.subject_id ?? NO_UUID}::uuid, ${after?.message_id ?? NO_UUID}::uuid)
      order by m.subject_id, m.message_id limit ${PAGE}::integer`);
    const own = rows.filter((row) => row.is_own);
    const files = await findFilesOf(current, own);
    return rows.map((row) => Object.assign(row, { files: files.get(row.message_id) ?? [] }));
  };
  for await (const row of pagesOf(findPage, PAGE)) yield toMessage(row);
}

type ConversationRow = Pick<
  Row<'thread_messages'>,
  'subject_id' | 'message_id' | 'side' | 'body' | 'rest' | 'created_at' | 'edited_at' | 'redacted_at' | 'mail_file'
> & { is_own: boolean };
type ConversationMessage = ConversationRow & { readonly files: readonly PersonalFile[] };

async function findFilesOf({ db }: Current, own: readonly ConversationRow[]): Promise<Map<string, PersonalFile[]>> {
  const [subjectIds, messageIds] = [own.map((row) => row.subject_id), own.map((row) => row.message_id)];
  const rows = await db.query<Pick<Row<'thread_files'>, 'message_id' | 'name'> & { file_key: string }>(sql`
    select message_id, name, file_key from thread_files
    where subject_id = any(${subjectIds}::uuid[]) and message_id = any(${messageIds}::uuid[]) and file_key is not null
    order by file_id`);
  const byMessage = Map.groupBy(rows, (row) => row.message_id);
  return new Map(
    own.map((row) => [
      row.message_id,
      [
        ...(byMessage.get(row.message_id) ?? []).map(({ file_key: key, name }) => ({ key, name })),
        // As it came, for whoever sent it.
        ...(row.mail_file === null ? [] : [{ key: row.mail_file, name: 'mail.eml' }]),
      ],
    ]),
  );
}

function toMessage(row: ConversationMessage) {
  const data = {
    subjectId: row.subject_id,
    messageId: row.message_id,
    from: row.is_own ? 'you' : row.side === 'studio' ? 'studio' : 'another',
    text: row.body,
    rest: row.is_own ? row.rest : null,
    createdAt: row.created_at,
    editedAt: row.edited_at,
    redactedAt: row.redacted_at,
  };
  return { data, files: row.files };
}

const reactions: PersonalRows = {
  name: 'reactions',
  title: 'exports.part.reactions',
  of: ['thread_reactions.user_id', 'thread_reactions.participant_id'],
  schema: z.object({ subjectId: z.string(), messageId: z.string(), reaction: z.string(), at: Time }),
  find: findBy<{ subjectId: string; messageId: string; reaction: string }>(
    (person, after) => sql`
      select subject_id as "subjectId", message_id as "messageId", reaction, at from thread_reactions
      where participant_id = any(${listParticipantIds(person)}::text[]) and (subject_id, message_id, reaction)
        > (${after?.subjectId ?? NO_UUID}::uuid, ${after?.messageId ?? NO_UUID}::uuid, ${after?.reaction ?? ''})
      order by subject_id, message_id, reaction`,
  ),
};

const reads: PersonalRows = {
  name: 'reads',
  title: 'exports.part.reads',
  of: ['thread_reads.user_id'],
  schema: z.object({ subjectId: z.string(), messageId: z.string(), at: Time }),
  find: findBy<{ subjectId: string }>(
    ({ userId }, after) => sql`
      select subject_id as "subjectId", message_id as "messageId", at from thread_reads
      where user_id = ${userId} and subject_id > ${after?.subjectId ?? NO_UUID} order by subject_id`,
  ),
};

const deeds: PersonalRows = {
  name: 'conversation-deeds',
  title: 'exports.part.conversationDeeds',
  of: ['thread_history.user_id'],
  schema: z.object({ subjectId: z.string(), entryId: z.string(), deed: z.string(), at: Time }),
  find: findBy<{ subjectId: string; entryId: string }>(
    ({ userId }, after) => sql`
      select subject_id as "subjectId", entry_id as "entryId", deed, at from thread_history
      where user_id = ${userId} and (subject_id, entry_id) > (${after?.subjectId ?? NO_UUID}::uuid, ${after?.entryId ?? NO_UUID}::uuid)
      order by subject_id, entry_id`,
  ),
};

/** By account or by an address that they have proved. */
function isOf(person: Person, userId: Sql, participantId: Sql): Sql {
  return sql`(${userId} = ${person.userId} or ${participantId} = any(${listParticipantIds(person)}::text[]))`;
}

export const threadRows = {
  addresses: {
    thread_messages: ['participant_id', 'mail_file'],
    thread_participants: ['participant_id'],
    thread_people: ['participant_id'],
    thread_reactions: ['participant_id'],
    thread_reads: ['reader_id'],
  },
  personalRows: [conversations, messages, reactions, reads, deeds],
  withheld: {
    'thread_people.decided_by': 'staff',
    'thread_people.participant_id': 'staff',
    'thread_people.user_id': 'staff',
    'thread_reads.reader_id': 'derived',
  },
} satisfies PersonalData;
