import type { AuditKind } from '#app/audit/audit-kind.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { isProduction } from '#app/current/stage.ts';
import type { Columns, Row } from '#database/rows.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { ListCursor } from '#lib/list-cursor.server.ts';
import { Problem } from '#lib/problem.ts';
import { isUuid } from '#lib/uuid.server.ts';

import { countVisitors } from '../error-counts.server.ts';
import { toDay } from '../visitors.server.ts';
import { issueAudit } from './audit-kinds.server.ts';
import { lockIssues } from './grouping.server.ts';
import { MAX_LINKS, MAX_STACKS, MAX_WAITING, toIssueTarget } from './issue.ts';
import type {
  IssueDay,
  IssueExample,
  IssueFrame,
  IssueLink,
  IssueList,
  IssueStack,
  IssueState,
  IssueVersion,
  LinkedIssue,
  ListedIssue,
} from './issue.ts';
import { foreignPage, noIssue, notAnotherIssue, ownStack, tooManyLinks } from './problems.ts';

const DAY_MS = 86_400_000;
const CURSOR = new ListCursor('telemetry issues', foreignPage);

interface IssuesQuery {
  readonly list: IssueList;
  /** All of its words are in a message or a place; empty for all issues. */
  readonly words: string;
  readonly after: string | undefined;
  readonly limit: number;
}

/** Those met last first. Needs staff. @throws Problem 400 for a cursor of another list, 401, 403 */
export async function listIssues(
  current: Current,
  { list, words, after, limit }: IssuesQuery,
): Promise<{ issues: ListedIssue[]; next: string | undefined }> {
  requireRole(current, 'staff');
  const position = CURSOR.read(current, after);
  const listed = sql.join(
    [
      sql`state = ${list === 'resolved' || list === 'ignored' ? list : 'open'} and merged_into is null`,
      ...(list === 'regressed' ? [sql`regressed`] : []),
      ...(list === 'mine' ? [sql`user_id = ${current.actor.userId ?? null}::text`] : []),
      ...(position === undefined
        ? []
        : [sql`(last_seen_at, issue_id) < (${position.value}::timestamptz, ${position.id}::uuid)`]),
    ],
    ' and ',
  );
  const first = (condition: Sql) => findRows(current, sql`where ${condition} ${NEWEST} limit ${limit + 1}`);
  const rows = words === '' ? await first(listed) : await findByWords(listed, words, limit, first);
  const { shown, last } = cutPage(rows, limit);
  return {
    issues: shown.map(toListed),
    next: last && CURSOR.write(current, last.last_seen_text, last.issue_id),
  };
}

const NEWEST = sql`order by last_seen_at desc, issue_id desc`;
/** What a page of results is looked for in, before all that have the words are. */
const NEAR = 1000;

/** Of words that many have, all issues that have them would be sorted for one page. */
async function findByWords(
  listed: Sql,
  words: string,
  limit: number,
  first: (condition: Sql) => Promise<IssueRow[]>,
): Promise<IssueRow[]> {
  const hasWords = sql`${wordsOf(sql`message || ' ' || place`)} @@ (
    select coalesce(string_agg(quote_literal(lexeme) || ':*', ' & '), '')::tsquery from unnest(${wordsOf(sql`${words}::text`)}))`;
  const near =
    await first(sql`issue_id = any(array(select issue_id from telemetry_issues where ${listed} ${NEWEST} limit ${NEAR}))
    and (select true from telemetry_issue_stacks stacks where stacks.issue_id = telemetry_issues.issue_id and ${hasWords} limit 1)`);
  if (near.length > limit) return near;
  return first(sql`${listed} and issue_id in (select issue_id from telemetry_issue_stacks where ${hasWords})`);
}

/** As the index has them; also a part of a word at its beginning is found. */
function wordsOf(text: Sql): Sql {
  return sql`to_tsvector('simple', regexp_replace(${text}, '\\W+', ' ', 'g'))`;
}

/** Errors for whose issue there was no room yet, up to `MAX_WAITING` and one. Needs staff. @throws Problem 401, 403 */
export async function countWaitingErrors(current: Current): Promise<number> {
  requireRole(current, 'staff');
  const [row] = await current.db.query<{ count: number }>(sql`
    select count(*)::int as count from (select from telemetry_errors where waits limit ${MAX_WAITING + 1}) waiting`);
  return row?.count ?? 0;
}

/** Those that are linked to what players have written; none on production, which has no console. Permission is up to the caller. */
export async function findLinkedIssues(
  { db, stage }: Current,
  kind: IssueLink['kind'],
  subjectIds: readonly string[],
): Promise<LinkedIssue[]> {
  if (isProduction(stage)) return [];
  return db.query<LinkedIssue>(sql`
    select issue_id::text as "issueId", stack.message from (select distinct issue_id from telemetry_issue_links
      where kind = ${kind} and subject_id = any(${[...subjectIds]}::uuid[]) order by issue_id desc limit ${MAX_LINKS}) links
    cross join lateral (select message from telemetry_issue_stacks stacks where stacks.issue_id = links.issue_id
      order by occurrences desc, stack_hash limit 1) stack order by issue_id desc`);
}

/** Needs staff. @throws Problem 401, 403, 404 */
export async function getIssue(
  current: Current,
  issueId: string,
): Promise<ListedIssue & { mergedInto: string | null }> {
  requireRole(current, 'staff');
  const [row] = isUuid(issueId) ? await findRows(current, sql`where issue_id = ${issueId}`) : [];
  if (row === undefined) throw new Problem(noIssue);
  return { ...toListed(row), mergedInto: row.merged_into };
}

type IssueRow = Pick<
  Row<'telemetry_issues'>,
  'issue_id' | 'regressed' | 'resolved_in' | 'user_id' | 'merged_into' | 'first_seen_at' | 'last_seen_at'
> &
  Columns<'telemetry_issues', { state: IssueState }> & {
    /** With microseconds. */
    readonly last_seen_text: string;
    readonly message: string | null;
    readonly place: string | null;
    readonly occurrences: string;
    readonly people: string;
  };

function findRows({ db, now }: Current, clause: Sql): Promise<IssueRow[]> {
  const week = toDay(new Date(now().getTime() - 6 * DAY_MS));
  return db.query<IssueRow>(sql`
    select issues.*, to_char(issues.last_seen_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as last_seen_text,
      lead.message, lead.place, coalesce(sums.occurrences, 0) as occurrences, coalesce(people.people, 0) as people
    from (select issue_id, state, regressed, resolved_in, user_id, merged_into, first_seen_at, last_seen_at
      from telemetry_issues ${clause}) issues
    left join lateral (select message, place from telemetry_issue_stacks stacks where stacks.issue_id = issues.issue_id
      order by occurrences desc, stack_hash limit 1) lead on true
    left join lateral (select sum(occurrences) as occurrences from telemetry_issue_stacks stacks
      where stacks.issue_id = issues.issue_id) sums on true
    left join lateral (select sum(of_day.people) as people from (
        select ${countVisitors(sql`bit_or(visitors)`)} as people
        from telemetry_issue_stacks stacks join telemetry_issue_days days using (stack_hash)
        where stacks.issue_id = issues.issue_id and day >= ${week}::date group by day) of_day) people on true
    order by issues.last_seen_at desc, issues.issue_id desc`);
}

function toListed(row: IssueRow): ListedIssue {
  return {
    issueId: row.issue_id,
    state: row.state,
    isRegressed: row.regressed,
    resolvedIn: row.resolved_in,
    assigneeId: row.user_id,
    message: row.message ?? '',
    place: row.place ?? '',
    occurrences: Number(row.occurrences),
    people: Number(row.people),
    firstSeenAt: row.first_seen_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
  };
}

interface IssueParts {
  readonly stacks: readonly IssueStack[];
  /** Of the last 30 days, without those on which nobody met it. */
  readonly days: readonly IssueDay[];
  readonly versions: readonly IssueVersion[];
  readonly examples: readonly IssueExample[];
  readonly links: readonly IssueLink[];
}

const [SHOWN_DAYS, SHOWN_VERSIONS, SHOWN_EXAMPLES] = [30, 12, 5];

/** What its page shows. Needs staff. @throws Problem 401, 403 */
export async function findIssueParts(current: Current, issueId: string): Promise<IssueParts> {
  requireRole(current, 'staff');
  const [stacks, days, versions, examples, links] = await Promise.all([
    findStacks(current, issueId),
    findDays(current, issueId),
    findVersions(current, issueId),
    findExamples(current, issueId),
    current.db.query<IssueLink>(sql`select kind, subject_id as "subjectId" from telemetry_issue_links
      where issue_id = ${issueId} order by kind, subject_id limit ${MAX_LINKS}`),
  ]);
  return { stacks, days, versions, examples, links };
}

async function findStacks({ db }: Current, issueId: string): Promise<IssueStack[]> {
  const rows = await db.query<
    Omit<IssueStack, 'occurrences' | 'frames'> & { occurrences: string; frames: unknown }
  >(sql`
    select encode(stack_hash, 'hex') as "stackHash", found_as = issue_id as "isOwn", message, place, frames, version, occurrences from telemetry_issue_stacks
    where issue_id = ${issueId} order by occurrences desc, stack_hash limit ${MAX_STACKS}`);
  return rows.map((row) =>
    Object.assign(row, { frames: row.frames as IssueFrame[], occurrences: Number(row.occurrences) }),
  );
}

async function findDays({ db, now }: Current, issueId: string): Promise<IssueDay[]> {
  const first = toDay(new Date(now().getTime() - (SHOWN_DAYS - 1) * DAY_MS));
  const rows = await db.query<{ day: string; occurrences: string; people: string }>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, sum(days.occurrences) as occurrences, ${countVisitors(sql`bit_or(visitors)`)} as people
    from telemetry_issue_days days join telemetry_issue_stacks using (stack_hash)
    where issue_id = ${issueId} and day >= ${first}::date group by day order by day`);
  return rows.map((row) => ({ day: row.day, occurrences: Number(row.occurrences), people: Number(row.people) }));
}

async function findVersions({ db }: Current, issueId: string): Promise<IssueVersion[]> {
  const rows = await db.query<Omit<IssueVersion, 'occurrences'> & { occurrences: string }>(sql`
    select days.version, to_char(min(day), 'YYYY-MM-DD') as "firstDay", to_char(max(day), 'YYYY-MM-DD') as "lastDay",
      sum(days.occurrences) as occurrences
    from telemetry_issue_days days join telemetry_issue_stacks using (stack_hash)
    where issue_id = ${issueId} group by days.version order by max(day) desc, days.version desc limit ${SHOWN_VERSIONS}`);
  return rows.map((row) => Object.assign(row, { occurrences: Number(row.occurrences) }));
}

async function findExamples({ db }: Current, issueId: string): Promise<IssueExample[]> {
  const rows = await db.query<
    Pick<Row<'telemetry_errors'>, 'message' | 'trace' | 'context' | 'version' | 'last_seen_at'>
  >(sql`
    select newest.* from telemetry_issue_stacks stacks cross join lateral (
      select message, trace, context, version, last_seen_at from telemetry_errors errors
      where errors.stack_hash = stacks.stack_hash order by last_seen_at desc limit ${SHOWN_EXAMPLES}) newest
    where issue_id = ${issueId} order by last_seen_at desc limit ${SHOWN_EXAMPLES}`);
  return rows.map(({ message, trace, context, version, last_seen_at }) => {
    return { message, trace, context, version, at: last_seen_at.toISOString() };
  });
}

/**
 * Several in one transaction, those that are there and need it. Needs staff.
 * @returns the ids of those that there were  @throws Problem 401, 403
 */
export async function changeIssues(
  current: Current,
  issueIds: readonly string[],
  change: (current: Current, issueId: string) => Promise<void>,
): Promise<string[]> {
  requireRole(current, 'staff');
  return inTransaction(current, async (current) => {
    await lockIssues(current.db);
    const rows = await current.db.query<Pick<Row<'telemetry_issues'>, 'issue_id'>>(sql`
      select issue_id from telemetry_issues where issue_id = any(${issueIds.filter(isUuid)}::uuid[]) and merged_into is null
      order by issue_id`);
    for (const { issue_id } of rows) await change(current, issue_id);
    return rows.map(({ issue_id }) => issue_id);
  });
}

/** Until it is met in that release, or a later one. Needs staff. @throws Problem 401, 403, 404 */
export async function resolveIssue(current: Current, issueId: string, version: string): Promise<void> {
  await changeIssue(current, issueId, issueAudit.resolve, () => ({
    set: sql`state = 'resolved', regressed = false, resolved_in = ${version}, resolved_at = ${current.now()}`,
    after: { version },
  }));
}

/** Whatever comes of it is counted, and nobody is told. Needs staff. @throws Problem 401, 403, 404 */
export async function ignoreIssue(current: Current, issueId: string): Promise<void> {
  await changeIssue(current, issueId, issueAudit.ignore, ({ state }) =>
    state === 'ignored'
      ? undefined
      : { set: sql`state = 'ignored', regressed = false, resolved_in = null, resolved_at = null`, after: {} },
  );
}

/** Needs staff. @throws Problem 401, 403, 404 */
export async function reopenIssue(current: Current, issueId: string): Promise<void> {
  await changeIssue(current, issueId, issueAudit.reopen, ({ state }) =>
    state === 'open' ? undefined : { set: sql`state = 'open', resolved_in = null, resolved_at = null`, after: {} },
  );
}

/** Needs staff. @param userId of whoever looks after it; undefined for nobody @throws Problem 401, 403, 404 */
export async function assignIssue(current: Current, issueId: string, userId: string | undefined): Promise<void> {
  await changeIssue(current, issueId, issueAudit.assign, ({ user_id }) =>
    user_id === (userId ?? null)
      ? undefined
      : { set: sql`user_id = ${userId ?? null}`, before: { userId: user_id }, after: { userId: userId ?? null } },
  );
}

/**
 * Its stacks are those of the other from then on, with all that was counted of them, and so is whatever comes of them. Its page
 * leads to the other, and a split of each stack takes it back. Needs staff. @throws Problem 400, 401, 403, 404
 */
export async function mergeIssue(current: Current, issueId: string, intoId: string): Promise<void> {
  requireRole(current, 'staff');
  if (issueId === intoId || !isUuid(intoId)) throw new Problem(notAnotherIssue);
  await inTransaction(current, async (current) => {
    await lockIssues(current.db);
    const into = await lockRow(current, intoId);
    if (into === undefined) throw new Problem(notAnotherIssue);
    await changeIssue(current, issueId, issueAudit.merge, () => ({
      set: sql`merged_into = ${intoId}, state = 'open', regressed = false, resolved_in = null, resolved_at = null`,
      after: { into: intoId },
    }));
    await current.db.query(sql`update telemetry_issues set merged_into = ${intoId} where merged_into = ${issueId}`);
    await current.db.query(sql`update telemetry_issue_stacks set issue_id = ${intoId} where issue_id = ${issueId}`);
    await current.db.query(sql`
      insert into telemetry_issue_links (issue_id, kind, subject_id)
      select ${intoId}::uuid, kind, subject_id from telemetry_issue_links where issue_id = ${issueId} on conflict do nothing`);
    await current.db.query(sql`update telemetry_issues issues set touched = true,
        first_seen_at = least(issues.first_seen_at, other.first_seen_at),
        last_seen_at = greatest(issues.last_seen_at, other.last_seen_at)
      from telemetry_issues other where issues.issue_id = ${intoId} and other.issue_id = ${issueId}`);
  });
}

/**
 * A stack is the issue again as which it was found, with all that was counted of it. Needs staff. @returns the id of that issue
 * @throws Problem 401, 403, 404, 409 for the stack as which it was found itself
 */
export async function splitIssue(current: Current, issueId: string, stackHash: string): Promise<string> {
  requireRole(current, 'staff');
  if (!isUuid(issueId)) throw new Problem(noIssue);
  return inTransaction(current, async (current) => {
    await lockIssues(current.db);
    const stacks = await current.db.query<{ hash: string; found_as: string; message: string }>(sql`
      select encode(stack_hash, 'hex') as hash, found_as::text, message from telemetry_issue_stacks where issue_id = ${issueId}`);
    const stack = stacks.find(({ hash }) => hash === stackHash);
    if (stack === undefined) throw new Problem(noIssue);
    const splitId = stack.found_as;
    if (splitId === issueId) throw new Problem(ownStack);
    await changeIssue(current, issueId, issueAudit.split, () => ({
      set: sql`user_id = user_id`,
      after: { split: splitId, message: stack.message },
    }));
    await current.db.query(sql`update telemetry_issue_stacks set issue_id = ${splitId}
      where stack_hash = decode(${stackHash}, 'hex')`);
    await current.db.query(sql`update telemetry_issues set merged_into = null, last_seen_at = greatest(last_seen_at,
        (select max(last_seen_at) from telemetry_errors where stack_hash = decode(${stackHash}, 'hex')))
      where issue_id = ${splitId}`);
    return splitId;
  });
}

/** Whoever links it has read the subject. Needs staff. @throws Problem 401, 403, 404, 409 */
export async function linkIssue(current: Current, issueId: string, { kind, subjectId }: IssueLink): Promise<void> {
  requireRole(current, 'staff');
  await inTransaction(current, async (current) => {
    await changeIssue(current, issueId, issueAudit.link, () => ({
      set: sql`user_id = user_id`,
      after: { kind, subjectId },
    }));
    const [links] = await current.db.query<{ count: number }>(sql`
      select count(*)::int as count from telemetry_issue_links where issue_id = ${issueId}`);
    if ((links?.count ?? 0) >= MAX_LINKS) throw new Problem(tooManyLinks);
    await current.db.query(sql`insert into telemetry_issue_links (issue_id, kind, subject_id)
      values (${issueId}, ${kind}, ${subjectId}) on conflict do nothing`);
  });
}

/** Needs staff. @throws Problem 401, 403, 404 */
export async function unlinkIssue(current: Current, issueId: string, { kind, subjectId }: IssueLink): Promise<void> {
  requireRole(current, 'staff');
  await inTransaction(current, async (current) => {
    await changeIssue(current, issueId, issueAudit.unlink, () => ({
      set: sql`user_id = user_id`,
      before: { kind, subjectId },
      after: {},
    }));
    await current.db.query(sql`delete from telemetry_issue_links
      where issue_id = ${issueId} and kind = ${kind} and subject_id::text = ${subjectId}`);
  });
}

type LockedIssue = Pick<Row<'telemetry_issues'>, 'user_id'> & {
  readonly state: string;
  readonly message: string | null;
};

interface IssueChange {
  readonly set: Sql;
  readonly before?: object;
  readonly after: object;
}

/** @param plan sees the row, which nobody else changes meanwhile; undefined where nothing is to be done */
async function changeIssue(
  current: Current,
  issueId: string,
  kind: AuditKind,
  plan: (row: LockedIssue) => IssueChange | undefined,
): Promise<void> {
  requireRole(current, 'staff');
  await inTransaction(current, async (current) => {
    const row = await lockRow(current, issueId);
    if (row === undefined) throw new Problem(noIssue);
    const change = plan(row);
    if (change === undefined) return;
    const { set, before = {}, after } = change;
    await current.db.query(sql`update telemetry_issues set touched = true, ${set} where issue_id = ${issueId}`);
    await recordAuditEntry(current, kind, {
      target: toIssueTarget(issueId),
      before: { title: row.message, ...before },
      after,
    });
  });
}

/** One that was merged into another cannot be changed. */
async function lockRow({ db }: Current, issueId: string): Promise<LockedIssue | undefined> {
  if (!isUuid(issueId)) return undefined;
  const [row] = await db.query<LockedIssue>(sql`
    select state, user_id, (select message from telemetry_issue_stacks stacks where stacks.issue_id = issues.issue_id
      order by occurrences desc, stack_hash limit 1) as message
    from telemetry_issues issues where issue_id = ${issueId} and merged_into is null for update`);
  return row;
}
