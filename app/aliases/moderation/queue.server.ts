import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Columns, Row } from '#database/rows.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { readSigned, sign } from '#lib/signed.server.ts';

import type { Alias, AliasFlag, AliasState, FormerAlias } from '../alias.ts';
import { findAliases } from '../aliases.server.ts';
import type { AliasOptions } from '../aliases.server.ts';
import { listScripts } from '../rules/scripts.ts';
import { findLikeness } from '../rules/skeletons.server.ts';
import type { OddLetter, QueueEntry, QueueQuery, AliasReportReason } from './moderation.ts';
import { foreignCursor } from './problems.ts';
import { mayModerate } from './rank.server.ts';

interface QueuePage {
  entries: QueueEntry[];
  next?: string;
}

/** Oldest first. Needs staff. @throws Problem 400 for a cursor of another queue, 401, 403 */
export async function findQueue(current: Current, query: QueueQuery): Promise<QueuePage> {
  requireRole(current, 'staff');
  const rows = await findRows(current, query);
  const { shown, last } = cutPage(rows, query.limit);
  return { entries: await withDetails(current, shown), ...(last && { next: writeCursor(current, query, last) }) };
}

async function findRows(current: Current, query: QueueQuery): Promise<QueueRow[]> {
  const { state, context, userId, after, limit } = query;
  const conditions = [userId === undefined ? sql`state = ${state}` : sql`user_id = ${userId}`];
  if (context !== undefined) conditions.push(sql`context = ${context}`);
  if (after !== undefined) {
    const [at, ...place] = readCursor(current, query, after);
    conditions.push(sql`(state_at, context, user_id) > (${at}::timestamptz, ${sql.join(place, ', ')})`);
  }
  return current.db.query<QueueRow>(sql`
    select context, user_id, alias, alias_key, safe_alias, state, state_at, rev, whitelisted, flags, reports
    from aliases where ${sql.join(conditions, ' and ')} order by state_at, context, user_id limit ${limit + 1}`);
}

type QueueRow = Omit<Row<'aliases'>, 'reports_seen' | 'updated_at' | 'changed_at'> &
  Columns<'aliases', { state: AliasState; flags: AliasFlag[] }>;

type QueuePosition = [at: string, context: string, userId: string];

function writeCursor(current: Current, query: QueueQuery, row: QueueRow): string {
  const position: QueuePosition = [row.state_at.toISOString(), row.context, row.user_id];
  return sign(JSON.stringify(position), toPurpose(query), current.secret);
}

function readCursor(current: Current, query: QueueQuery, cursor: string): QueuePosition {
  const text = readSigned(cursor, toPurpose(query), current.secret);
  if (text === undefined) throw new Problem(foreignCursor);
  return JSON.parse(text) as QueuePosition;
}

function toPurpose({ state, context, userId }: QueueQuery): string {
  return `alias queue ${JSON.stringify([state, context, userId])}`;
}

/** How many names wait for a moderator, counted up to `most`. Needs staff. @throws Problem 401 or 403 */
export async function countPendingAliases(current: Current, most: number): Promise<number> {
  requireRole(current, 'staff');
  const [row] = await current.db.query<{ count: number }>(sql`
    select count(*)::int as count from (select from aliases where state = 'pending' limit ${most}) pending`);
  return row?.count ?? 0;
}

async function withDetails(current: Current, rows: readonly QueueRow[]): Promise<QueueEntry[]> {
  if (rows.length === 0) return [];
  const history = await findHistory(current, rows);
  const reports = await findReports(current, rows);
  const alike = await findNames(current, rows, listLookalikeIds);
  const seen = await findNames(current, rows, (row) => [row.user_id], { asVisitor: true });
  const mayDecide = await Promise.all(rows.map((row) => mayModerate(current, row.user_id)));
  return rows.map((row, index) => {
    const isSameOwner = (other: { context: string; user_id: string }) =>
      other.context === row.context && other.user_id === row.user_id;
    return {
      ...toEntry(row),
      seenAs: seen.get(`${row.context}/${row.user_id}`)?.alias ?? row.safe_alias,
      mayDecide: mayDecide[index] === true,
      lookalikes: listLookalikeIds(row).flatMap((userId) => alike.get(`${row.context}/${userId}`) ?? []),
      reportedFor: reports.filter(isSameOwner).map(({ reason, count, last_at }) => {
        return { reason, count, lastAt: last_at.toISOString() };
      }),
      history: history.filter(isSameOwner).map(({ alias, since, until, ended_by: endedBy }): FormerAlias => {
        return { alias, since: since.toISOString(), until: until.toISOString(), endedBy };
      }),
    };
  });
}

type HistoryRow = Omit<Row<'alias_history'>, 'history_id'> &
  Columns<'alias_history', { ended_by: FormerAlias['endedBy'] }>;

async function findHistory(current: Current, rows: readonly QueueRow[]): Promise<HistoryRow[]> {
  const [contexts, userIds] = [rows.map((row) => row.context), rows.map((row) => row.user_id)];
  return current.db.query<HistoryRow>(sql`
    select queued.context, queued.user_id, alias, since, until, ended_by
    from unnest(${contexts}::text[], ${userIds}::text[]) queued (context, user_id), lateral (
      select * from alias_history former
      where former.context = queued.context and former.user_id = queued.user_id order by history_id desc limit 10
    ) latest`);
}

type ReportRow = Pick<Row<'alias_reports'>, 'context' | 'user_id'> &
  Columns<'alias_reports', { reason: AliasReportReason }> & { count: number; last_at: Date };

async function findReports(current: Current, rows: readonly QueueRow[]): Promise<ReportRow[]> {
  const [contexts, userIds] = [rows.map((row) => row.context), rows.map((row) => row.user_id)];
  const keys = rows.map((row) => row.alias_key);
  return current.db.query<ReportRow>(sql`
    select context, user_id, reason, count(*)::int as count, max(at) as last_at from alias_reports
    where (context, user_id, alias_key) in
      (select * from unnest(${contexts}::text[], ${userIds}::text[], ${keys}::text[]))
    group by context, user_id, reason order by count(*) desc, reason`);
}

async function findNames(
  current: Current,
  rows: readonly QueueRow[],
  listIds: (row: QueueRow) => string[],
  options?: AliasOptions,
): Promise<Map<string, Alias>> {
  const found = new Map<string, Alias>();
  for (const [context, group] of Map.groupBy(rows, (row) => row.context)) {
    for (const alias of await findAliases(current, context, group.flatMap(listIds), options))
      found.set(`${context}/${alias.userId}`, alias);
  }
  return found;
}

function listLookalikeIds({ flags }: QueueRow): string[] {
  return flags.flatMap((flag) => (flag.kind === 'lookalike' ? flag.userIds : []));
}

function toEntry(row: QueueRow): Omit<QueueEntry, 'seenAs' | 'mayDecide' | 'lookalikes' | 'reportedFor' | 'history'> {
  const { context, user_id: userId, alias, safe_alias: safeAlias, state, whitelisted, flags, reports } = row;
  const [stateAt, etag] = [row.state_at.toISOString(), `"${row.rev}"`];
  return {
    context,
    userId,
    alias,
    safeAlias,
    state,
    stateAt,
    etag,
    whitelisted,
    flags,
    letters: oddLetters(row),
    reports,
  };
}

/** Letters of another script than the main one and, in a lookalike, all that can be mistaken for others. */
function oddLetters({ alias, flags }: QueueRow): OddLetter[] {
  const letters = [...new Set(alias)].map((letter) => ({ letter, scripts: listScripts(letter) }));
  const counted = Map.groupBy(
    letters.flatMap(({ scripts }) => scripts.slice(0, 1)),
    (script) => script,
  );
  const main = [...counted].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
  const isLookalike = flags.some(({ kind }) => kind === 'lookalike');
  return letters.flatMap(({ letter, scripts }) => {
    const likeness = findLikeness(letter);
    const isForeign = main !== undefined && scripts.length > 0 && !scripts.includes(main);
    if (!isForeign && !(isLookalike && likeness !== undefined)) return [];
    return [{ letter, scripts, ...(likeness !== undefined && { likeness }) }];
  });
}
