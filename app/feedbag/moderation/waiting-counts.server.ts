import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { findWaitingMessages } from '#app/threads/messages.server.ts';
import { sql } from '#lib/database/sql.server.ts';

import { findReadableEntries, readableEntries } from '../entries/entry-rows.server.ts';
import { DUPLICATE } from '../entry.ts';
import { findProjects } from '../projects.server.ts';

/**
 * Entries, comments and entries with held votes that wait for the studio, in those projects that the actor may see. Needs staff.
 * @param isMeant by id of the project @param max counts no further @throws Problem 401, 403
 */
export async function countWaiting(
  current: Current,
  isMeant: (projectId: string) => boolean,
  max: number,
): Promise<number> {
  requireRole(current, 'staff');
  const projectIds = (await findProjects(current)).map(({ projectId }) => projectId).filter(isMeant);
  if (projectIds.length === 0) return 0;
  const entries = readableEntries(current.actor, projectIds);
  const [[row], comments] = await Promise.all([
    current.db.query<{ count: number }>(sql`
      select (select count(*) from (select from ${entries} e where e.standing = 'pending' limit ${max}::integer) waiting)::integer
        + (select count(*) from (select from (select distinct subject_id from feedbag_votes where state = 'held') held
          join ${entries} e on e.subject_id = held.subject_id where e.status <> ${DUPLICATE} limit ${max}::integer) waiting)::integer
        as count`),
    countComments(current, new Set(projectIds), max),
  ]);
  return Math.min((row?.count ?? 0) + comments, max);
}

async function countComments(current: Current, projectIds: ReadonlySet<string>, max: number): Promise<number> {
  const comments = await findWaitingMessages(current, 'feedbag', max);
  const about = await findReadableEntries(
    current,
    current.actor,
    comments.map(({ subjectId }) => subjectId),
  );
  return comments.filter(({ subjectId }) => projectIds.has(about.get(subjectId)?.project.projectId ?? '')).length;
}
