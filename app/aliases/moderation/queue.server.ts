import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { preparedByShape } from '#lib/database/database.server.ts';
import { Problem } from '#lib/problem.ts';
import { readSigned, sign } from '#lib/signed.server.ts';

import type { Alias, AliasFlag, AliasState, FormerAlias } from '../alias.ts';
import { findAliases } from '../aliases.server.ts';
import { likenessOf } from '../rules/skeletons.server.ts';
import { scriptsOf } from '../rules/scripts.ts';

import type { OddLetter, QueueEntry, QueueQuery, ReportReason } from './moderation.ts';
import { foreignCursor } from './problems.ts';
import { mayModerate } from './rank.server.ts';

export interface QueuePage {
  entries: QueueEntry[];
  /** The cursor of the next page, when there is more. */
  next?: string;
}

/**
 * The names that wait for a moderator, the longest waiting first, with all that helps to judge them. Needs staff.
 * @throws Problem 400 for a cursor of another queue, 401, 403
 */
export async function findQueue(current: Current, query: QueueQuery): Promise<QueuePage> {
  requireRole(current, 'staff');
  const rows = await findRows(current, query);
  const page = rows.slice(0, query.limit);
  const last = page.at(-1);
  const entries = await withDetails(current, page);
  return { entries, ...(last && rows.length > query.limit && { next: cursorOf(current, query, last) }) };
}

async function findRows(current: Current, query: QueueQuery): Promise<QueueRow[]> {
  const { state, context, userId, after, limit } = query;
  const values: unknown[] = [limit + 1];
  const add = (value: unknown) => `$${values.push(value)}`;
  const conditions = userId === undefined ? [`state = ${add(state)}`] : [`user_id = ${add(userId)}`];
  if (context !== undefined) conditions.push(`context = ${add(context)}`);
  if (after !== undefined) {
    const [at, ...place] = readCursor(current, query, after);
    conditions.push(`(state_at, context, user_id) > (${add(at)}::timestamptz, ${place.map(add).join(', ')})`);
  }
  const text = `select ${COLUMNS} from aliases where ${conditions.join(' and ')} ${ORDER}`;
  return current.db.query<QueueRow>(preparedByShape(text), values);
}

const COLUMNS = 'context, user_id, alias, alias_key, safe_alias, state, state_at, rev, whitelisted, flags, reports';
const ORDER = 'order by state_at, context, user_id limit $1';

type QueuePlace = [at: string, context: string, userId: string];

function cursorOf(current: Current, query: QueueQuery, row: QueueRow): string {
  const place: QueuePlace = [row.state_at.toISOString(), row.context, row.user_id];
  return sign(JSON.stringify(place), purposeOf(query), current.secret);
}

function readCursor(current: Current, query: QueueQuery, cursor: string): QueuePlace {
  const text = readSigned(cursor, purposeOf(query), current.secret);
  if (text === undefined) throw new Problem(foreignCursor);
  return JSON.parse(text) as QueuePlace;
}

function purposeOf({ state, context, userId }: QueueQuery): string {
  return `alias queue ${JSON.stringify([state, context, userId])}`;
}

async function withDetails(current: Current, rows: readonly QueueRow[]): Promise<QueueEntry[]> {
  if (rows.length === 0) return [];
  const keys = [rows.map((row) => row.context), rows.map((row) => row.user_id)];
  const history = await current.db.query<QueueHistoryRow>(HISTORY, keys);
  const reports = await current.db.query<ReportRow>(REPORTS, [...keys, rows.map((row) => row.alias_key)]);
  const alike = await findLookalikes(current, rows);
  const mayDecide = await Promise.all(rows.map((row) => mayModerate(current, row.user_id)));
  return rows.map((row, at) => {
    const isOf = (other: { context: string; user_id: string }) =>
      other.context === row.context && other.user_id === row.user_id;
    return {
      ...entryOf(row),
      mayDecide: mayDecide[at] === true,
      lookalikes: lookalikeIdsOf(row).flatMap((userId) => alike.get(`${row.context}/${userId}`) ?? []),
      reportedFor: reports.filter(isOf).map(({ reason, count, last_at }) => {
        return { reason, count, lastAt: last_at.toISOString() };
      }),
      history: history.filter(isOf).map(({ alias, since, until, ended_by: endedBy }): FormerAlias => {
        return { alias, since: since.toISOString(), until: until.toISOString(), endedBy };
      }),
    };
  });
}

/** By context and user, the names of those whom names of the page look like. */
async function findLookalikes(current: Current, rows: readonly QueueRow[]): Promise<Map<string, Alias>> {
  const found = new Map<string, Alias>();
  for (const [context, group] of Map.groupBy(rows, (row) => row.context)) {
    for (const alias of await findAliases(current, context, group.flatMap(lookalikeIdsOf)))
      found.set(`${context}/${alias.userId}`, alias);
  }
  return found;
}

function lookalikeIdsOf({ flags }: QueueRow): string[] {
  return flags.flatMap((flag) => (flag.kind === 'lookalike' ? flag.userIds : []));
}

function entryOf(row: QueueRow): Omit<QueueEntry, 'mayDecide' | 'lookalikes' | 'reportedFor' | 'history'> {
  const { context, user_id: userId, alias, safe_alias: safeAlias, state, whitelisted, flags, reports } = row;
  const [stateAt, etag] = [row.state_at.toISOString(), `"${row.rev}"`];
  return {
    ...{ context, userId, alias, safeAlias, state, stateAt, etag },
    ...{ whitelisted, flags, letters: oddLetters(row), reports },
  };
}

/**
 * The letters that are worth a look: of a script that is not the name's main one, and, where the name looks like another,
 * all that pass for others.
 */
function oddLetters({ alias, flags }: QueueRow): OddLetter[] {
  const letters = [...new Set(alias)].map((letter) => ({ letter, scripts: scriptsOf(letter) }));
  const counted = Map.groupBy(
    letters.flatMap(({ scripts }) => scripts.slice(0, 1)),
    (script) => script,
  );
  const main = [...counted].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0];
  const isLookalike = flags.some(({ kind }) => kind === 'lookalike');
  return letters.flatMap(({ letter, scripts }) => {
    const likeness = likenessOf(letter);
    const isForeign = main !== undefined && scripts.length > 0 && !scripts.includes(main);
    if (!isForeign && !(isLookalike && likeness !== undefined)) return [];
    return [{ letter, scripts, ...(likeness !== undefined && { likeness }) }];
  });
}

interface QueueRow {
  context: string;
  user_id: string;
  alias: string;
  alias_key: string;
  safe_alias: string;
  state: AliasState;
  state_at: Date;
  rev: string;
  whitelisted: boolean;
  flags: AliasFlag[];
  reports: number;
}

interface QueueHistoryRow {
  context: string;
  user_id: string;
  alias: string;
  since: Date;
  until: Date;
  ended_by: FormerAlias['endedBy'];
}

interface ReportRow {
  context: string;
  user_id: string;
  reason: ReportReason;
  count: number;
  last_at: Date;
}

const HISTORY = {
  name: 'alias_queue_history',
  text: `select asked.context, asked.user_id, alias, since, until, ended_by
    from unnest($1::text[], $2::text[]) asked (context, user_id), lateral (
      select * from alias_history former
      where former.context = asked.context and former.user_id = asked.user_id order by history_id desc limit 10
    ) latest`,
};
const REPORTS = {
  name: 'alias_queue_reports',
  text: `select context, user_id, reason, count(*)::int as count, max(at) as last_at from alias_reports
    where (context, user_id, alias_key) in (select * from unnest($1::text[], $2::text[], $3::text[]))
    group by context, user_id, reason order by count(*) desc, reason`,
};
