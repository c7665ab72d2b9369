import type { Current } from '#app/current/current.server.ts';
import type { ErasedPerson, PersonalData } from '#app/current/personal-data.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { mergedVotes } from './merging.server.ts';

export const feedbagErasure = {
  fates: {
    'feedbag_entries.user_id': 'unnamed',
    'feedbag_entries.participant_id': 'unnamed',
    'feedbag_votes.user_id': 'unnamed',
    'feedbag_votes.participant_id': 'unnamed',
    'feedbag_votes.added_by': 'unnamed',
    'feedbag_webhooks.created_by': 'unnamed',
    'feedbag_webhook_deliveries.details': 'mentions',
    'feedbag_webhook_deliveries.body': 'mentions',
  },
  mergers: [mergedVotes],
} as const satisfies PersonalData;

/** What they have entered in a project, for whoever erases it. A job's: needs no role. */
export async function findEntryIdsOf(
  { db }: Current,
  { keys }: ErasedPerson,
  projectId: string,
  limit: number,
): Promise<string[]> {
  const forms = keys.map(([form]) => form);
  const rows = await db.query<Pick<Row<'feedbag_entries'>, 'subject_id'>>(sql`
    select subject_id from feedbag_entries where participant_id = any(${forms}::text[]) and project_id = ${projectId}
    limit ${limit}::int`);
  return rows.map((row) => row.subject_id);
}
