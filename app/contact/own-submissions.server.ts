import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';
import { ListCursor } from '#lib/list-cursor.server.ts';

import { noSubmission } from './problems.ts';
import { COLUMNS, sentSubmissions, toSubmission } from './submission-rows.server.ts';
import type { SubmissionColumns } from './submission-rows.server.ts';
import type { SubmissionRow } from './submission.ts';

type SentSubmission = Pick<SubmissionRow, 'subjectId' | 'title' | 'state' | 'lastAt'>;

/** What the actor has written to the studio, the latest word first; what stands in another conversation is not in it. @throws Problem 401, 404 for a cursor of another list */
export async function findOwnSubmissions(
  current: Current,
  after: string | undefined,
  limit: number,
): Promise<{ submissions: SentSubmission[]; next: string | undefined }> {
  const sent = sentSubmissions(requireUser(current));
  const from = CURSOR.read(current, after);
  const rows = await current.db.query<SubmissionColumns>(sql`select ${COLUMNS} from ${sent} s
    ${from === undefined ? sql.empty : sql`where (s.last_at, s.subject_id) < (${from.value}::timestamptz, ${from.id}::uuid)`}
    order by s.last_at desc, s.subject_id desc limit ${limit + 1}::integer`);
  const { shown, last } = cutPage(rows, limit);
  return {
    submissions: shown
      .map(toSubmission)
      .map(({ subjectId, title, state, lastAt }) => ({ subjectId, title, state, lastAt })),
    next: last && CURSOR.write(current, last.last_at, last.subject_id),
  };
}

/** No more than `most` are counted. @throws Problem 401 */
export async function countOwnSubmissions(current: Current, most: number): Promise<number> {
  const sent = sentSubmissions(requireUser(current));
  const [row] = await current.db.query<{ count: number }>(sql`select count(*)::integer as count from (
    select from ${sent} s limit ${most}::integer) own`);
  return row?.count ?? 0;
}

const CURSOR = new ListCursor('own submissions', noSubmission);
