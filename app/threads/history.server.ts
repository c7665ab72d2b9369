import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { isSubjectId } from './thread.ts';

interface ThreadHistoryDetails {
  readonly details?: object;
  readonly batchId?: string;
}

/** For the history of a subject. Permission is up to the caller. */
export async function recordThreadHistory(
  current: Current,
  subjectId: string,
  action: string,
  { details = {}, batchId }: ThreadHistoryDetails = {},
): Promise<void> {
  const now = current.now();
  await current.db.query(sql`insert into thread_history (subject_id, entry_id, at, user_id, deed, batch_id, details)
    values (${subjectId}, ${uuidv7(now.getTime())}, ${now}, ${current.actor.userId ?? null}, ${action}, ${batchId ?? null},
      ${JSON.stringify(details)})`);
}

export interface HistoryEntry {
  readonly entryId: string;
  readonly at: string;
  readonly userId: string | undefined;
  readonly action: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** The newest first. Permission is up to the caller: this is for the studio alone. */
export async function findHistory(current: Current, subjectId: string): Promise<HistoryEntry[]> {
  const rows = await current.db.query<
    Pick<Row<'thread_history'>, 'entry_id' | 'at' | 'user_id' | 'deed' | 'details'>
  >(sql`
    select entry_id, at, user_id, deed, details from thread_history where subject_id = ${subjectId}
    order by entry_id desc limit 50`);
  return rows.map((row) => ({
    entryId: row.entry_id,
    at: row.at.toISOString(),
    userId: row.user_id ?? undefined,
    action: row.deed,
    details: row.details as Record<string, unknown>,
  }));
}

/** What was done together, by subject. Permission is up to the caller. */
export async function findBatch(current: Current, batchId: string): Promise<{ subjectId: string; details: unknown }[]> {
  if (!isSubjectId(batchId)) return [];
  const rows = await current.db.query<Pick<Row<'thread_history'>, 'subject_id' | 'details'>>(sql`
    select subject_id, details from thread_history where batch_id = ${batchId} order by subject_id limit 500`);
  return rows.map((row) => ({ subjectId: row.subject_id, details: row.details }));
}
