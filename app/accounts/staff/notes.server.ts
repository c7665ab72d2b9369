import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { accountAudit } from '../audit-kinds.server.ts';
import type { StaffNote } from './staff.ts';
import { lockTarget, toAuditTarget } from './target.server.ts';

const MAX_NOTES = 100;

/** About an account below the actor's role. Needs staff. @throws Problem 401, 403, 404 */
export async function addNote(current: Current, userId: string, text: string): Promise<StaffNote> {
  requireRole(current, 'staff');
  const authorId = requireUser(current);
  return inTransaction(current, async (current) => {
    await lockTarget(current, userId);
    const now = current.now();
    const noteId = uuidv7(now.getTime());
    await current.db.query(sql`insert into account_notes (note_id, user_id, author_id, at, text)
      values (${noteId}, ${userId}, ${authorId}, ${now}, ${text})`);
    await recordAuditEntry(current, accountAudit.note, { target: toAuditTarget(userId), after: { noteId } });
    return { noteId, at: now.toISOString(), authorId, text };
  });
}

/** The latest first. Permission is up to the caller. */
export async function listNotes({ db }: Pick<Current, 'db'>, userId: string): Promise<StaffNote[]> {
  const rows = await db.query<Omit<Row<'account_notes'>, 'user_id'>>(sql`
    select note_id, at, author_id, text from account_notes where user_id = ${userId}
    order by note_id desc limit ${MAX_NOTES}`);
  return rows.map((row) => ({
    noteId: row.note_id,
    at: row.at.toISOString(),
    authorId: row.author_id,
    text: row.text,
  }));
}
