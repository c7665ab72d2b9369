import type { Current } from '#app/current/current.server.ts';
import { findWords } from '#app/threads/messages.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { searchWords } from './submission-rows.server.ts';

const INDEXED_MESSAGES = 200;
/** Characters, far below what an index entry holds. */
const INDEXED = 200_000;

export async function indexAgain(current: Current, subjectId: string): Promise<void> {
  const [row] = await current.db.query<Pick<Row<'contact_submissions'>, 'title' | 'facts' | 'email'>>(sql`
    select title, facts, email from contact_submissions where subject_id = ${subjectId}`);
  if (row === undefined) return;
  const head = searchWords(row.title, row.email ?? '', ...Object.values(row.facts as Record<string, string>));
  const words = [head, ...(await findWords(current, subjectId, INDEXED_MESSAGES))].join('\n').slice(0, INDEXED);
  await current.db.query(sql`update contact_submissions set search = to_tsvector('simple', ${words})
    where subject_id = ${subjectId}`);
}
