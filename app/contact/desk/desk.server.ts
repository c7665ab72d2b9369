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
  const [at, direction] = isOverdue ? [sql`s.due_at`, sql`asc`] : [sql`s.last_at`, sql`desc`];
  const order = sql`${at} ${direction}, s.subject_id ${direction}`;
  const { base, groups } = await buildConditions(current, query);
  const rows: (SubmissionColumns & { group: number })[] = [];
  for (const [group, words] of groups.entries()) {
    if (rows.length > size || group < (from?.group ?? 0)) continue;
    const isBehind =
      from?.group === group
        ? sql`and (${at}, s.subject_id) ${isOverdue ? sql`>` : sql`<`} (${from.at}::timestamptz, ${from.id}::uuid)`
        : sql.empty;
    const wanted = size + 1 - rows.length;
    const found = await readList(current, { where: sql`${base} ${isBehind}`, words, order, limit: wanted });
    rows.push(...found.map((row) => Object.assign(row, { group })));
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

interface ListPart {
  readonly where: Sql;
  /** Of all that `where` lets in; undefined for no search. */
  readonly words: Sql | undefined;
  readonly order: Sql;
  readonly limit: number;
}

/** Where a page is not full of the first so many, all that have the words are read: of rare ones the planner thinks too much. */
const NEAR = 1000;

async function readList({ db }: Current, { where, words, order, limit }: ListPart): Promise<SubmissionColumns[]> {
  const near = words === undefined ? sql`contact_submissions` : nearest(where, order);
  const found = await db.query<SubmissionColumns>(sql`
    select ${COLUMNS} from ${near} s where ${words ?? where} order by ${order} limit ${limit}::integer`);
  if (words === undefined || found.length === limit) return found;
  return db.query<SubmissionColumns>(sql`${withWords(words)}
    select ${COLUMNS} from found join contact_submissions s using (subject_id) where ${where}
    order by ${order} limit ${limit}::integer`);
}

function nearest(where: Sql, order: Sql): Sql {
  return sql`(select s.* from contact_submissions s where ${where} order by ${order} limit ${NEAR}::integer)`;
}

function withWords(words: Sql): Sql {
  return sql`with found as materialized (select s.subject_id from contact_submissions s where ${words})`;
}

async function hasAny({ db }: Current, where: Sql, words: Sql): Promise<boolean> {
  const near = nearest(where, sql`s.last_at desc, s.subject_id desc`);
  const [one] = await db.query(sql`select from ${near} s where ${words} limit 1`);
  if (one !== undefined) return true;
  const [other] = await db.query(sql`${withWords(words)}
    select from found join contact_submissions s using (subject_id) where ${where} limit 1`);
  return other !== undefined;
}

interface DeskConditions {
  readonly all: Sql;
  readonly base: Sql;
  /** What of `base` is meant, in parts of which the first comes first. */
  readonly groups: readonly (Sql | undefined)[];
}

async function buildConditions(current: Current, { view, text, topic, tag }: DeskQuery): Promise<DeskConditions> {
  const conditions = [
    sql`s.in_queue`,
    inView(current, view),
    ...(isTopic(topic) ? [sql`s.topic = ${topic}`] : []),
    ...(tag === '' ? [] : [sql`s.tags @> ${[tag]}::text[]`]),
  ];
  const base = sql.join(conditions, ' and ');
  const named = await whereNamed(current, text);
  if (named === undefined) return { all: base, base, groups: [undefined] };
  for (const { anywhere, inTitle } of listSearches(text)) {
    const words = sql`(${anywhere} or ${named})`;
    if (!(await hasAny(current, base, words))) continue;
    const isFirst = sql`(${inTitle} or ${named})`;
    return { all: sql`${base} and ${words}`, base, groups: [isFirst, sql`${anywhere} and not ${isFirst}`] };
  }
  return { all: sql`${base} and ${named}`, base, groups: [named] };
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
