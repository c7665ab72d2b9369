import { findMatches } from '#app/accounts/staff/matches.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import { findSubmissionRoot } from '../submission-rows.server.ts';

const MAX_PEOPLE = 50;
const MAX_NUMBERED = 20;

/**
 * Of the submissions `s` those that a search names instead of their words: by the alias of who wrote, also one that they had, by any of
 * their addresses, their lookup code, or the number in the subject of a mail. Needs staff. @throws Problem 401, 403
 */
export async function whereNamed(current: Current, text: string): Promise<Sql | undefined> {
  const words = text.trim();
  if (words === '') return undefined;
  const [people, subjectIds] = [
    await findMatches(current, words, MAX_PEOPLE),
    await findNumbered(current, NUMBER.exec(words)?.[1]?.toLowerCase()),
  ];
  const userIds = [...people.whole.keys(), ...people.beginning.keys()];
  return sql`(s.user_id = any(${userIds}::text[]) or s.subject_id = any(${subjectIds}::uuid[]))`;
}

/** Alone, or at the end of a subject. */
const NUMBER = /(?:^|[\s(#])([\da-f]{6})\)?$/i;

/** Where the conversation is read that has this number. */
async function findNumbered(current: Current, number: string | undefined): Promise<string[]> {
  if (number === undefined) return [];
  const rows = await current.db.query<Pick<Row<'contact_submissions'>, 'subject_id' | 'in_queue'>>(sql`
    select subject_id, in_queue from contact_submissions where right(subject_id::text, 6) = ${number}
    order by subject_id desc limit ${MAX_NUMBERED}::integer`);
  const found: string[] = [];
  for (const { subject_id: subjectId, in_queue: isInQueue } of rows) {
    found.push(await findSubmissionRoot(current, { subjectId, isInQueue }));
  }
  return found;
}
