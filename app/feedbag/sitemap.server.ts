import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { SitemapEntry } from '#lib/sitemap/sitemap.ts';

import { readableEntry } from './entries/entry-rows.server.ts';
import { entriesPath, entryPath, isOfFeedbag } from './entry.ts';
import { findProjects } from './projects.server.ts';

/** Of a project, those that most players vote for. */
const MOST_LISTED = 500;

export async function* sitemapFeedbag(current: Current): AsyncGenerator<SitemapEntry> {
  yield { path: '/feedbag' };
  for (const { projectId } of await findProjects(current)) {
    yield { path: entriesPath(projectId) };
    if (isOfFeedbag(projectId)) yield { path: `/feedbag/${projectId}/roadmap` };
    const rows = await current.db.query<Pick<Row<'feedbag_entries'>, 'subject_id' | 'last_at'>>(sql`
      select e.subject_id, e.last_at from feedbag_entries e
      where e.project_id = ${projectId} and e.merged_into is null and ${readableEntry(current.actor)}
      order by e.votes desc, e.subject_id desc limit ${MOST_LISTED}::integer`);
    for (const { subject_id: subjectId, last_at: lastmod } of rows) {
      yield { path: entryPath({ projectId, subjectId }), lastmod };
    }
  }
}
