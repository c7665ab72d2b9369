import { withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { CsvPages } from '#lib/csv/csv-response.server.ts';
import type { CsvLine } from '#lib/csv/csv.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { ListCursor } from '#lib/list-cursor.server.ts';

import { badChange } from '../problems.ts';
import { listSearches } from '../search-index.server.ts';
import { COLUMNS, toSubmission } from '../submission-rows.server.ts';
import type { SubmissionColumns } from '../submission-rows.server.ts';
import type { SubmissionRow } from '../submission.ts';
import { isTopic } from '../topic.ts';
import type { DeskQuery, DeskView } from './desk.ts';
import { whereNamed } from './named-submissions.server.ts';

interface DeskPage {
  readonly submissions: readonly SubmissionRow[];
  readonly next: string | undefined;
}

const PAGE = 30;

/** What was written last comes first, of what is overdue what waits longest. Needs staff. @throws Problem 400, 401, 403 */
export async function findDesk(current: Current, query: DeskQuery, size = PAGE): Promise<DeskPage> {
  requireRole(current, 'staff');
  const from = CURSOR.read(current, query.after);
  const isOverdue = query.view === 'overdue';
  const [at, order] = isOverdue ? [sql`s.due_at`, sql`asc`] : [sql`s.last_at`, sql`desc`];
  const rows = await current.db.query<SubmissionColumns>(sql`
    select ${COLUMNS} from contact_submissions s where ${await buildCondition(current, query)}
      ${from === undefined ? sql.empty : sql`and (${at}, s.subject_id) ${isOverdue ? sql`>` : sql`<`} (${from.value}::timestamptz, ${from.id}::uuid)`}
    order by ${at} ${order}, s.subject_id ${order} limit ${size + 1}::integer`);
  const { shown, last } = cutPage(rows, size);
  return {
    submissions: shown.map(toSubmission),
    next: last && CURSOR.write(current, (isOverdue && last.due_at) || last.last_at, last.subject_id),
  };
}

/** Messages that nobody has answered. Needs staff. @param max counts no further @throws Problem 401, 403 */
export async function countUnanswered(current: Current, max: number): Promise<number> {
  requireRole(current, 'staff');
  const [row] = await current.db.query<{ count: number }>(sql`
    select count(*)::integer as count
    from (select from contact_submissions s where s.in_queue and ${inView(current, 'open')} limit ${max}::integer) unanswered`);
  return row?.count ?? 0;
}

async function buildCondition(current: Current, { view, text, topic, tag }: DeskQuery): Promise<Sql> {
  const conditions = [
    sql`s.in_queue`,
    inView(current, view),
    ...(isTopic(topic) ? [sql`s.topic = ${topic}`] : []),
    ...(tag === '' ? [] : [sql`s.tags @> ${[tag]}::text[]`]),
  ];
  const condition = sql.join(conditions, ' and ');
  const named = await whereNamed(current, text);
  if (named === undefined) return condition;
  for (const search of listSearches(text)) {
    const searched = sql`${condition} and (${search} or ${named})`;
    const [found] = await current.db.query(sql`select from contact_submissions s where ${searched} limit 1`);
    if (found !== undefined) return searched;
  }
  return sql`${condition} and ${named}`;
}

function inView({ now, actor }: Current, view: DeskView): Sql {
  const awake = sql`(s.snoozed_until is null or s.snoozed_until <= ${now()})`;
  switch (view) {
    case 'open':
      return sql`s.state = 'open' and ${awake}`;
    case 'mine':
      return sql`s.assigned_user_id = ${actor.userId ?? ''} and s.state <> 'closed' and ${awake}`;
    case 'unassigned':
      return sql`s.state = 'open' and s.assigned_user_id is null and ${awake}`;
    case 'overdue':
      return sql`s.state = 'open' and s.due_at < ${now()} and ${awake}`;
    case 'snoozed':
      return sql`s.state <> 'closed' and s.snoozed_until > ${now()}`;
    case 'all':
      return sql`true`;
    case 'moderation':
      return sql`false`;
    default:
      return sql`s.state = ${view}`;
  }
}

const CURSOR = new ListCursor('contact desk cursor', badChange);

const CSV_PAGE = 500;

/** By what never changes, so that nothing is missed that moves in the list. Needs staff. @throws Problem 401, 403 */
export async function exportDesk(current: Current, query: DeskQuery): Promise<CsvPages> {
  requireRole(current, 'staff');
  const heavy = withHeavyPool(current);
  return csvPages(heavy, query, await findCsvPage(heavy, query));
}

async function* csvPages(
  current: Current,
  query: DeskQuery,
  first: readonly SubmissionRow[],
): AsyncGenerator<readonly CsvLine[]> {
  yield [CSV_COLUMNS];
  for (let page = first; page.length > 0; page = await findCsvPage(current, query, page.at(-1)?.subjectId)) {
    yield page.map(csvLine);
  }
}

async function findCsvPage(current: Current, query: DeskQuery, after?: string): Promise<SubmissionRow[]> {
  const rows = await current.db.query<SubmissionColumns>(sql`
    select ${COLUMNS} from contact_submissions s where ${await buildCondition(current, query)}
      ${after === undefined ? sql.empty : sql`and s.subject_id < ${after}::uuid`}
    order by s.subject_id desc limit ${CSV_PAGE}::integer`);
  return rows.map(toSubmission);
}

const CSV_COLUMNS = 'id created last state priority topic title name locale assigned tags'.split(' ');

function csvLine(one: SubmissionRow): CsvLine {
  const { subjectId, createdAt, lastAt, state, priority, topic, title, name, locale, assignedUserId = '', tags } = one;
  return [subjectId, createdAt, lastAt, state, priority, topic, title, name, locale, assignedUserId, tags.join(' ')];
}
