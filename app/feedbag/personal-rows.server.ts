import * as z from 'zod/mini';

import type { Current } from '#app/current/current.server.ts';
import { NO_UUID, Time, findBy } from '#app/current/personal-data.server.ts';
import type { Person, PersonalData, PersonalRows } from '#app/current/personal-data.server.ts';
import { listParticipantIds } from '#app/threads/readers.server.ts';
import { sql } from '#lib/database/sql.server.ts';

const feedback: PersonalRows = {
  name: 'feedback',
  title: 'exports.part.feedback',
  of: ['feedbag_entries.user_id', 'feedbag_entries.participant_id'],
  schema: z.object({
    subjectId: z.string(),
    projectId: z.string(),
    title: z.string(),
    platform: z.string(),
    version: z.string(),
    tags: z.array(z.string()),
    status: z.string(),
    statusAt: Time,
    standing: z.string(),
    votes: z.number(),
    comments: z.number(),
    createdAt: Time,
  }),
  find: findBy<{ subjectId: string }>(
    (person, after) => sql`
      select subject_id as "subjectId", project_id as "projectId", title, platform, version, tags, status, status_at as "statusAt", standing, votes, comments, created_at as "createdAt"
      from feedbag_entries where (user_id = ${person.userId} or participant_id = any(${listParticipantIds(person)}::text[])) and subject_id > ${after?.subjectId ?? NO_UUID} order by subject_id`,
  ),
};

const feedbackVotes: PersonalRows = {
  name: 'feedback-votes',
  title: 'exports.part.feedbackVotes',
  of: ['feedbag_votes.user_id', 'feedbag_votes.participant_id'],
  schema: z.object({ subjectId: z.string(), version: z.string(), createdAt: Time }),
  find: findBy<{ subjectId: string }>(
    (person, after) => sql`
      select subject_id as "subjectId", version, created_at as "createdAt"
      from feedbag_votes where (user_id = ${person.userId} or participant_id = any(${listParticipantIds(person)}::text[])) and subject_id > ${after?.subjectId ?? NO_UUID} order by subject_id`,
  ),
};

export interface OwnEntry {
  readonly subjectId: string;
  readonly title: string;
}

/** What somebody has entered in a project, with a name or without, for the noun whose project it is. A job's: needs no role. */
export function findEntriesOf(
  { db }: Current,
  person: Person,
  { projectId, after, limit }: { projectId: string; after: OwnEntry | undefined; limit: number },
): Promise<(OwnEntry & Record<string, string>)[]> {
  return db.query(sql`
    select subject_id as "subjectId", title from feedbag_entries
    where participant_id = any(${listParticipantIds(person)}::text[]) and project_id = ${projectId}
      and subject_id > ${after?.subjectId ?? NO_UUID} order by subject_id limit ${limit}::integer`);
}

export const feedbackRows = {
  addresses: { feedbag_entries: ['participant_id'], feedbag_votes: ['participant_id'] },
  personalRows: [feedback, feedbackVotes],
  withheld: {
    'feedbag_votes.added_by': 'staff',
    'feedbag_webhooks.created_by': 'staff',
  },
} satisfies PersonalData;
