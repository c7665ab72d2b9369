import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { refuse, requireRole } from '#app/current/permission.ts';
import { isAtLeast, isStaff } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import type { Stage } from '#app/current/stage.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem, problemAt } from '#lib/problem.ts';

import { feedbackAudit } from './audit-kinds.server.ts';
import { isOfFeedbag } from './entry.ts';
import { badProjectId, longTitle, missingName, noProject, projectMoved } from './problems.ts';
import { MAX_PROJECT_NAME, MAX_PROJECT_TEXT, isProjectId } from './project.ts';
import type { Project, ProjectSettings } from './project.ts';

type ProjectViewer = Pick<Current, 'db' | 'stage'> & { readonly actor: { readonly role: Role } };

/** Those that the viewer may see, in the order of the studio. */
export async function findProjects({ db, stage, actor }: ProjectViewer): Promise<Project[]> {
  const rows = await db.query<ProjectRow>(sql`select ${COLUMNS} from feedbag_projects
    order by place, project_id limit 100`);
  return rows.map(toProject).filter((project) => maySeeProject(project, { role: actor.role, stage }));
}

/** @throws Problem 404 also for one that the viewer may not see */
export async function getProject(current: ProjectViewer, projectId: string): Promise<Project> {
  const project = (await findProjects(current)).find((one) => one.projectId === projectId);
  if (project === undefined) throw new Problem(noProject);
  return project;
}

/** For its pages in the feedbag. @throws Problem 404 also for one that has its pages elsewhere */
export async function openProject(current: ProjectViewer, projectId: string): Promise<Project> {
  if (!isOfFeedbag(projectId)) throw new Problem(noProject);
  return getProject(current, projectId);
}

function maySeeProject({ leastRole, stages }: Project, { role, stage }: { role: Role; stage: Stage }): boolean {
  return isAtLeast(role, leastRole) && (stages.length === 0 || stages.includes(stage));
}

/** Makes one, or changes it whatever it was: for a world that is made all at once. Needs admin. @throws Problem 401, 403 */
export async function saveProject(current: Current, project: Project, place: number): Promise<void> {
  requireRole(current, 'admin');
  await insertProject(
    current,
    project,
    sql`${place}::integer`,
    sql`update set name = excluded.name, about = excluded.about, welcome = excluded.welcome,
      template = excluded.template, game = excluded.game, least_role = excluded.least_role, stages = excluded.stages,
      is_moderated = excluded.is_moderated, takes_anonymous = excluded.takes_anonymous, place = excluded.place,
      rev = feedbag_projects.rev + 1`,
  );
}

/** After those that there are, unless there is one of that name. Needs admin. @returns whether it was made @throws Problem 401, 403 */
export async function addProject(current: Current, project: Project): Promise<boolean> {
  requireRole(current, 'admin');
  return insertLast(current, project);
}

async function insertLast(current: Current, project: Project): Promise<boolean> {
  return inTransaction(current, async (current) => {
    const last = sql`(select coalesce(max(place), 0) + 1 from feedbag_projects)`;
    const isMade = await insertProject(current, project, last, sql`nothing`);
    if (isMade) await noteProject(current, project.projectId, { after: { name: project.name } });
    return isMade;
  });
}

async function insertProject(current: Current, project: Project, place: Sql, onConflict: Sql): Promise<boolean> {
  const { projectId, name, about, welcome, template, game, leastRole, stages, isModerated, takesAnonymous } = project;
  const made = await current.db
    .query(sql`insert into feedbag_projects (project_id, name, about, welcome, template, game,
      least_role, stages, is_moderated, takes_anonymous, place, created_at)
    values (${projectId}, ${name}, ${about}, ${welcome}, ${template}, ${game ?? null}, ${leastRole},
      ${[...stages]}::text[], ${isModerated}, ${takesAnonymous}, ${place}, ${current.now()})
    on conflict (project_id) do ${onConflict} returning project_id`);
  return made.length > 0;
}

/** Whether the page leads to the settings, which ask again. */
export function mayChangeProjects({ actor }: Pick<Current, 'actor'>): boolean {
  return isStaff(actor.role);
}

/** Needs staff, who may also see it. @throws Problem 401, 403, 404 */
export async function getProjectSettings(current: Current, projectId: string): Promise<ProjectSettings> {
  requireRole(current, 'staff');
  const project = await getProject(current, projectId);
  const [row] = await current.db.query<Pick<Row<'feedbag_projects'>, 'place' | 'rev'>>(sql`
    select place, rev from feedbag_projects where project_id = ${projectId}`);
  return { ...project, place: row?.place ?? 0, rev: row?.rev ?? 0 };
}

/** Only staff see it until that is changed. Needs staff. @throws Problem 400 that names the fields, 401, 403 */
export async function createProject(current: Current, typed: { projectId: string; name: string }): Promise<void> {
  requireRole(current, 'staff');
  const [projectId, name] = [typed.projectId.trim(), requireName(typed.name)];
  const taken = problemAt('projectId', badProjectId);
  const project: Project = {
    projectId,
    name,
    about: '',
    welcome: '',
    template: '',
    game: undefined,
    leastRole: 'staff',
    stages: [],
    isModerated: false,
    takesAnonymous: false,
  };
  if (!isProjectId(projectId) || !(await insertLast(current, project))) throw taken;
}

/** Needs staff, who may also see it. @throws Problem 400 that names the fields, 401, 403, 404, 409 when somebody else was faster */
export async function changeProject(current: Current, settings: ProjectSettings): Promise<void> {
  const { projectId, rev, place, game, leastRole, stages, isModerated, takesAnonymous } = settings;
  const before = await getProjectSettings(current, projectId);
  const name = requireName(settings.name);
  const [about, welcome, template] = [settings.about, settings.welcome, settings.template].map((one) => one.trim());
  const long = Object.entries({ about, welcome, template }).filter(([, text = '']) => text.length > MAX_PROJECT_TEXT);
  if (long.length > 0) {
    throw new Problem(longTitle, { fields: Object.fromEntries(long.map(([field]) => [field, longTitle.message])) });
  }
  // Whoever changes it goes on seeing it.
  if (!isAtLeast(current.actor.role, leastRole)) refuse(current);
  await inTransaction(current, async (current) => {
    const changed = await current.db.query(sql`update feedbag_projects set name = ${name}, about = ${about ?? ''},
        welcome = ${welcome ?? ''}, template = ${template ?? ''}, game = ${game ?? null}, least_role = ${leastRole},
        stages = ${[...stages]}::text[], is_moderated = ${isModerated}, takes_anonymous = ${takesAnonymous},
        place = ${place}::integer, rev = rev + 1
      where project_id = ${projectId} and rev = ${rev}::integer returning project_id`);
    if (changed.length === 0) throw new Problem(projectMoved);
    const facts = ({ leastRole: role, stages: on }: Project) => ({ name: before.name, role, stages: on });
    await noteProject(current, projectId, { before: facts(before), after: { ...facts(settings), name } });
  });
}

function requireName(typed: string): string {
  const name = typed.trim();
  const wrong = name === '' ? missingName : name.length > MAX_PROJECT_NAME ? longTitle : undefined;
  if (wrong !== undefined) throw problemAt('name', wrong);
  return name;
}

function noteProject(current: Current, projectId: string, { before, after }: { before?: object; after: object }) {
  return recordAuditEntry(current, feedbackAudit.project, { target: `feedback/${projectId}`, before, after });
}

type ProjectRow = Omit<Row<'feedbag_projects'>, 'rev'>;

const COLUMNS = sql`project_id, name, about, welcome, template, game, least_role, stages, is_moderated, takes_anonymous,
  place, created_at`;

function toProject(row: ProjectRow): Project {
  return {
    projectId: row.project_id,
    name: row.name,
    about: row.about,
    welcome: row.welcome,
    template: row.template,
    game: row.game ?? undefined,
    leastRole: row.least_role as Role,
    stages: row.stages as Stage[],
    isModerated: row.is_moderated,
    takesAnonymous: row.takes_anonymous,
  };
}
