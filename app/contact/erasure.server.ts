import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { ErasedPerson, Erasure, PersonalData } from '#app/current/personal-data.server.ts';
import { deleteThreads, lockTrees } from '#app/threads/merging/trees.server.ts';
import type { Row } from '#database/rows.ts';
import { retryAfterDeadlock } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';

const BATCH = 100;

const letters: Erasure = {
  name: 'contact.letters',
  run: async (current, person) => {
    const changed = await retryAfterDeadlock(current.db, () =>
      inTransaction(current, (current) => deleteLetters(current, person)),
    );
    return { changed, next: changed < BATCH ? undefined : 'more' };
  },
};

export const contactErasure = {
  fates: {
    'contact_forwards.sent_by': 'unnamed',
    'contact_forwards.email': 'gone',
    'contact_macros.updated_by': 'unnamed',
    'contact_macros.texts': 'others',
    'contact_submissions.user_id': 'erased',
    'contact_submissions.participant_id': 'erased',
    'contact_submissions.email': 'erased',
    'contact_submissions.facts': 'row',
    'contact_submissions.assigned_user_id': 'cleared',
    'contact_turns.assigned_user_id': 'cleared',
    'contact_views.user_id': 'gone',
  },
  erasures: [letters],
  moves: {
    'contact_submissions.user_id': 'moved',
    'contact_submissions.participant_id': 'moved',
    'contact_submissions.email': 'ways',
    'contact_forwards.email': 'ways',
  },
} as const satisfies PersonalData;

/** Whole letters, with their mails and files: each belongs to who sent it. */
async function deleteLetters(current: Current, { keys }: ErasedPerson): Promise<number> {
  const forms = keys.map(([form]) => form);
  const rows = await current.db.query<Pick<Row<'contact_submissions'>, 'subject_id'>>(sql`
    select subject_id from contact_submissions where participant_id = any(${forms}::text[])
    order by subject_id limit ${BATCH}::int`);
  const subjectIds = rows.map((row) => row.subject_id);
  if (subjectIds.length === 0) return 0;
  await lockTrees(current, subjectIds);
  await current.db.query(sql`delete from contact_submissions where subject_id = any(${subjectIds}::uuid[])`);
  await deleteThreads(current, subjectIds);
  return subjectIds.length;
}
