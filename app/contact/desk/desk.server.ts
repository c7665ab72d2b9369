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

/**
 * What was written last comes first, of what is overdue what waits longest; of a search, what is meant by its name or has the words in its
 * title before all others. Needs staff. @throws Problem 400, 401, 403
 */
export async function findDesk(current: Current, query: DeskQuery, size = PAGE): Promise<DeskPage> {
  requireRole(current, 'staff');
  const from = readPlace(current, query.after);
  const isOverdue = query.view === 'overdue';
  const [at, order] = isOverdue ? [sql`s.due_at`, sql`asc`] : [sql`s.last_at`, sql`desc`];
  const { groups } = await buildConditions(current, query);
  const rows: (SubmissionColumns & { group: number })[] = [];
  for (const [group, condition] of groups.entries()) {
    if (rows.length > size || group < (from?.group ?? 0)) continue;
    const found = await current.db.query<SubmissionColumns & { group: number }>(sql`
      select ${COLUMNS}, ${group}::integer as "group" from contact_submissions s where ${condition}
        ${from?.group === group ? sql`and (${at}, s.subject_id) ${isOverdue ? sql`>` : sql`<`} (${from.at}::timestamptz, ${from.id}::uuid)` : sql.empty}
      order by ${at} ${order}, s.subject_id ${order} limit ${size + 1 - rows.length}::integer`);
    rows.push(...found);
  }
  const { shown, last } = cutPage(rows, size);
  return {
    submissions: shown.map(toSubmission),
    next: last && writePlace(current, last.group, (isOverdue && last.due_at) || last.last_at, last.subject_id),
  };
}

const CURSOR = new ListCursor('contact desk cursor', badChange);

function writePlace(current: Current, group: number, at: Date, id: string): string {
  return CURSOR.write(current, `${group}/${at.toISOString()}`, id);
}

/** @throws Problem 400 for a cursor of another list */
function readPlace(current: Current, cursor: string | undefined) {
  const from = CURSOR.read(current, cursor);
  const [group, at] = from?.value.split('/') ?? [];
  return from && at !== undefined ? { group: Number(group), at, id: from.id } : undefined;
}

/** Messages that nobody has answered. Needs staff. @param max counts no further @throws Problem 401, 403 */
export async function countUnanswered(current: Current, max: number): Promise<number> {
  requireRole(current, 'staff');
  const [row] = await current.db.query<{ count: number }>(sql`
    select count(*)::integer as count
    from (select from contact_submissions s where s.in_queue and ${inView(current, 'open')} limit ${max}::integer) unanswered`);
  return row?.count ?? 0;
}

interface DeskConditions {
  readonly all: Sql;
  /** The same in parts, of which the first comes first. */
  readonly groups: readonly Sql[];
}

async function buildConditions(current: Current, { view, text, topic, tag }: DeskQuery): Promise<DeskConditions> {
  const conditions = [
    sql`s.in_queue`,
    inView(current, view),
    ...(isTopic(topic) ? [sql`s.topic = ${topic}`] : []),
    ...(tag === '' ? [] : [sql`s.tags @> ${[tag]}::text[]`]),
  ];
  const condition = sql.join(conditions, ' and ');
  const named = await whereNamed(current, text);
  if (named === undefined) return { all: condition, groups: [condition] };
  for (const { anywhere, inTitle } of listSearches(text)) {
    const all = sql`${condition} and (${anywhere} or ${named})`;
    const [found] = await current.db.query(sql`select from contact_submissions s where ${all} limit 1`);
    if (found === undefined) continue;
    const isFirst = sql`(${inTitle} or ${named})`;
    return { all, groups: [sql`${condition} and ${isFirst}`, sql`${condition} and ${anywhere} and not ${isFirst}`] };
  }
  const all = sql`${condition} and ${named}`;
  return { all, groups: [all] };
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
  const { all } = await buildConditions(current, query);
  const rows = await current.db.query<SubmissionColumns>(sql`
    select ${COLUMNS} from contact_submissions s where ${all}
      ${after === undefined ? sql.empty : sql`and s.subject_id < ${after}::uuid`}
    order by s.subject_id desc limit ${CSV_PAGE}::integer`);
  return rows.map(toSubmission);
}

const CSV_COLUMNS = 'id created last state priority topic title name locale assigned tags'.split(' ');

function csvLine(one: SubmissionRow): CsvLine {
  const { subjectId, createdAt, lastAt, state, priority, topic, title, name, locale, assignedUserId = '', tags } = one;
  return [subjectId, createdAt, lastAt, state, priority, topic, title, name, locale, assignedUserId, tags.join(' ')];
}
