import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { isAtLeast } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import type { Stage } from '#app/current/stage.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { noProject } from './problems.ts';
import type { Project } from './project.ts';

type ProjectViewer = Pick<Current, 'db' | 'stage'> & { readonly actor: { readonly role: Role } };

/** Those that the viewer may see, in the order of the studio. */
export async function findProjects({ db, stage, actor }: ProjectViewer): Promise<Project[]> {
  const rows = await db.query<Row<'feedbag_projects'>>(sql`select ${COLUMNS} from feedbag_projects
    order by place, project_id limit 100`);
  return rows.map(projectOf).filter((project) => maySeeProject(project, { role: actor.role, stage }));
}

/** @throws Problem 404 also for one that the viewer may not see */
export async function getProject(current: ProjectViewer, projectId: string): Promise<Project> {
  const project = (await findProjects(current)).find((one) => one.projectId === projectId);
  if (project === undefined) throw new Problem(noProject);
  return project;
}

function maySeeProject({ leastRole, stages }: Project, { role, stage }: { role: Role; stage: Stage }): boolean {
  return isAtLeast(role, leastRole) && (stages.length === 0 || stages.includes(stage));
}

/** Makes one, or changes it. Needs admin. @throws Problem 401, 403 */
export async function saveProject(current: Current, project: Project, place: number): Promise<void> {
  requireRole(current, 'admin');
  const { projectId, name, about, welcome, template, game, leastRole, stages, isModerated, takesAnonymous } = project;
  await current.db.query(sql`insert into feedbag_projects (project_id, name, about, welcome, template, game, least_role,
      stages, is_moderated, takes_anonymous, place, created_at)
    values (${projectId}, ${name}, ${about}, ${welcome}, ${template}, ${game ?? null}, ${leastRole},
      ${[...stages]}::text[], ${isModerated}, ${takesAnonymous}, ${place}, ${current.now()})
    on conflict (project_id) do update set name = excluded.name, about = excluded.about, welcome = excluded.welcome,
      template = excluded.template, game = excluded.game, least_role = excluded.least_role, stages = excluded.stages,
      is_moderated = excluded.is_moderated, takes_anonymous = excluded.takes_anonymous, place = excluded.place`);
}

const COLUMNS = sql`project_id, name, about, welcome, template, game, least_role, stages, is_moderated, takes_anonymous,
  place, created_at`;

function projectOf(row: Row<'feedbag_projects'>): Project {
  return {
    ...{ projectId: row.project_id, name: row.name, about: row.about, welcome: row.welcome, template: row.template },
    game: row.game ?? undefined,
    leastRole: row.least_role as Role,
    stages: row.stages as Stage[],
    isModerated: row.is_moderated,
    takesAnonymous: row.takes_anonymous,
  };
}
