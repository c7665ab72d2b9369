import type { Current } from '#app/current/current.server.ts';
import { localeOrDefault } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import type { ForwardKey } from '../mail-thread.server.ts';
import { noSubmission } from '../problems.ts';

export interface Forward extends ForwardKey {
  readonly noteId: string;
  readonly email: string;
  readonly locale: Locale;
  readonly sentBy: string;
}

/** @throws Problem 404 */
export async function requireForward(current: Current, forwardKey: ForwardKey): Promise<Forward> {
  const forward = await findForward(current, forwardKey);
  if (forward === undefined) throw new Problem(noSubmission);
  return forward;
}

/** Undefined when its submission is deleted. Permission is up to the caller. */
export async function findForward(current: Current, { subjectId, number }: ForwardKey): Promise<Forward | undefined> {
  const [row] = await current.db.query<ForwardRow>(sql`select ${COLUMNS} from contact_forwards
    where subject_id = ${subjectId} and number = ${number}::integer`);
  return row && toForward(row);
}

/** Those of what is read together. Permission is up to the caller. */
export async function findForwards(current: Current, subjectIds: readonly string[]): Promise<Forward[]> {
  const rows = await current.db.query<ForwardRow>(sql`select ${COLUMNS} from contact_forwards
    where subject_id = any(${[...subjectIds]}::uuid[]) order by note_id`);
  return rows.map(toForward);
}

const COLUMNS = sql`subject_id, number, note_id, email, locale, sent_by`;
type ForwardRow = Omit<Row<'contact_forwards'>, 'at'>;

function toForward(row: ForwardRow): Forward {
  return {
    subjectId: row.subject_id,
    number: row.number,
    noteId: row.note_id,
    email: row.email,
    locale: localeOrDefault(row.locale),
    sentBy: row.sent_by,
  };
}
