import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { toParticipantId } from '#app/threads/readers.server.ts';
import { isSubjectId } from '#app/threads/thread.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import type { EntryCard } from '../entry.ts';
import { findProjects } from '../projects.server.ts';
import { COLUMNS, readableEntries, toEntry } from './entry-rows.server.ts';
import type { EntryColumns } from './entry-rows.server.ts';
import { showCards } from './find-entries.server.ts';

interface OwnEntries {
  readonly entries: readonly EntryCard[];
  /** The id after which the next page is. */
  readonly next: string | undefined;
}

interface OwnList {
  /** What they wrote themselves, or vote for. */
  readonly by: 'writing' | 'vote';
  /** In which projects, of those that the actor may see. */
  readonly isProject: (projectId: string) => boolean;
}

/** The actor's own, the newest first, as they may read them: what waits or was hidden is there for whoever wrote it. @throws Problem 401 */
export async function findOwnEntries(
  current: Current,
  list: OwnList,
  after: string | undefined,
  limit: number,
): Promise<OwnEntries> {
  const from = after !== undefined && isSubjectId(after) ? sql`and e.subject_id < ${after}::uuid` : sql.empty;
  const rows = await current.db.query<EntryColumns>(sql`
    select ${COLUMNS} from ${await ownEntries(current, list)} ${from}
    order by e.subject_id desc limit ${limit + 1}::integer`);
  const { shown, last } = cutPage(rows, limit);
  return { entries: await showCards(current, shown.map(toEntry)), next: last?.subject_id };
}

/** No more than `most` are counted. @throws Problem 401 */
export async function countOwnEntries(current: Current, list: OwnList, most: number): Promise<number> {
  const [row] = await current.db.query<{ count: number }>(sql`select count(*)::integer as count from (
    select from ${await ownEntries(current, list)} limit ${most}::integer) own`);
  return row?.count ?? 0;
}

/** For `from`, up to and with its `where`. */
async function ownEntries(current: Current, { by, isProject }: OwnList): Promise<Sql> {
  const userId = requireUser(current);
  const projectIds = (await findProjects(current)).map(({ projectId }) => projectId).filter(isProject);
  const readable = readableEntries(current.actor, projectIds);
  return by === 'writing'
    ? sql`${readable} e where e.participant_id = ${toParticipantId({ userId })}`
    : sql`feedbag_votes v join ${readable} e on e.subject_id = v.subject_id where v.user_id = ${userId}`;
}
