import * as z from 'zod/mini';

import { findRole } from '#app/accounts/accounts.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { MaybeText, MaybeTime, NO_UUID, Time, findBy, pagesOf } from '#app/current/personal-data.server.ts';
import type { PersonalData, PersonalFile, PersonalRows } from '#app/current/personal-data.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { textIn } from './message.ts';
import type { MessageTexts } from './message.ts';
import { findSegments, toSegment } from './segments.server.ts';

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

/** Each has texts of all languages. */
const FEW = 50;

/** What the studio wrote to them, and to all of whom they are one now, in the language of the reader where there is one. */
const mailboxMessages: PersonalRows = {
  name: 'mailbox-messages',
  title: 'exports.part.mailboxMessages',
  of: ['mailbox_messages.segment'],
  schema: z.object({
    messageId: z.string(),
    title: z.string(),
    text: z.string(),
    locale: z.string(),
    path: MaybeText,
    sentAt: Time,
    files: z.array(z.string()),
  }),
  find: async function* find(current, { userId }) {
    if (userId === null) return;
    const role = (await findRole(current.db, current.rowCache, userId)) ?? 'public';
    const { segments, since } = await findSegments(current, { userId, role });
    const own = toSegment('user', userId);
    const findPage = async (after: FoundLetter | undefined) => {
      const rows = await current.db.query<LetterRow>(sql`
        select message_id, texts, path, sent_at from mailbox_messages
        where state = 'sent' and segment = any(${segments}::text[]) and (segment = ${own} or sent_at >= ${since})
          and message_id > ${after?.message_id ?? NO_UUID} order by message_id limit ${FEW}::integer`);
      const files = await findFiles(current, rows);
      return rows.map((row) => Object.assign(row, { files: files.get(row.message_id) ?? [] }));
    };
    for await (const { message_id: messageId, texts, path, sent_at: sentAt, files } of pagesOf(findPage, FEW)) {
      const found = textIn(texts, current.locale);
      if (found === undefined) continue;
      const { title, body } = found.text;
      yield { data: { messageId, title, text: body, locale: found.locale, path, sentAt }, files };
    }
  },
};

type LetterRow = Pick<Row<'mailbox_messages'>, 'message_id' | 'path'> &
  Columns<'mailbox_messages', { texts: MessageTexts; sent_at: Date }>;
type FoundLetter = LetterRow & { readonly files: readonly PersonalFile[] };

async function findFiles({ db }: Current, messages: readonly LetterRow[]): Promise<Map<string, PersonalFile[]>> {
  const ids = messages.map((row) => row.message_id);
  const rows = await db.query<Pick<Row<'mailbox_files'>, 'message_id' | 'name' | 'file_key'>>(sql`
    select message_id, name, file_key from mailbox_files where message_id = any(${ids}::uuid[]) order by file_id`);
  const byMessage = Map.groupBy(rows, (row) => row.message_id);
  return new Map([...byMessage].map(([id, files]) => [id, files.map(({ file_key: key, name }) => ({ key, name }))]));
}

export const mailboxRows = {
  personalRows: [mailboxMessages, mailbox],
  withheld: {
    'mailbox_messages.created_by': 'staff',
    'mailbox_messages.released_by': 'staff',
    'mailbox_messages.sent_by': 'staff',
  },
} satisfies PersonalData;
