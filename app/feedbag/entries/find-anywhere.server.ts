import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { FoundThing } from '#app/noun/found-thing.ts';
import { sql } from '#lib/database/sql.server.ts';

import { DUPLICATE, entryPath } from '../entry.ts';
import { findProjects } from '../projects.server.ts';
import { COLUMNS, readableEntries, toEntry } from './entry-rows.server.ts';
import type { EntryColumns } from './entry-rows.server.ts';
import { findWordForms, inWords } from './word-forms.server.ts';

/** Entries and questions of all projects that the actor may see, those with most votes first. Needs staff. @throws Problem 401, 403 */
export async function findEntriesAnywhere(current: Current, text: string, limit: number): Promise<FoundThing[]> {
  requireRole(current, 'staff');
  const projects = new Map((await findProjects(current)).map(({ projectId, name }) => [projectId, name]));
  const projectIds = [...projects.keys()];
  const forms = await findWordForms(current, projectIds, text);
  if (forms.length === 0) return [];
  const rows = await current.db.query<EntryColumns>(sql`
    select ${COLUMNS} from ${readableEntries(current.actor, projectIds)} e
    where e.status <> ${DUPLICATE} and ${sql.join(forms.map(inWords), ' and ')}
    order by e.votes desc, e.subject_id desc limit ${limit}::integer`);
  return rows.map(toEntry).map((entry) => ({
    kind: 'entry',
    id: entry.subjectId,
    name: entry.title,
    about: projects.get(entry.projectId) ?? entry.projectId,
    to: entryPath(entry),
  }));
}
