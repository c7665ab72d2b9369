import { withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import type { AuditKind } from './audit-kind.server.ts';
import type { AuditEntry, AuditFilters, AuditSearch } from './audit.ts';
import { noEntry } from './problems.ts';

export interface NewAuditEntry {
  target: string;
  before?: unknown;
  after?: unknown;
  reason?: string | undefined;
}

/** In the transaction of the deed itself, with the real user behind a masquerade. The table is append-only. */
export async function recordAuditEntry(
  current: Current,
  kind: Pick<AuditKind, 'action'>,
  entry: NewAuditEntry,
): Promise<void> {
  await insertAuditEntry(current, kind, entry);
}

/** @returns its id */
export async function insertAuditEntry(
  current: Current,
  { action }: Pick<AuditKind, 'action'>,
  entry: NewAuditEntry,
): Promise<string> {
  const { actor, requestId } = current;
  const before = entry.before === undefined ? null : JSON.stringify(entry.before);
  const after = entry.after === undefined ? null : JSON.stringify(entry.after);
  const [row] = await current.db.query<Pick<Row<'audit'>, 'audit_id'>>(sql`with entry as (
      insert into audit (at, user_id, role, masquerade, action, target, before, after, request_id, reason)
      values (${current.now()}, ${actor.userId ?? null}, ${actor.ownRole}, ${actor.masquerade ?? null}, ${action},
        ${entry.target}, ${before}, ${after}, ${requestId}, ${entry.reason ?? null})
      returning audit_id)
    insert into audit_queue (audit_id) select audit_id from entry returning audit_id`);
  return row?.audit_id ?? '';
}

/** The latest first. Needs admin. @throws Problem 401 or 403 */
export async function findAuditEntries(
  current: Current,
  { after, limit, ...filters }: AuditSearch,
): Promise<{ entries: AuditEntry[]; next?: number }> {
  requireRole(current, 'admin');
  const rows = await readEntries(current, filters, after, limit + 1);
  const { shown, last } = cutPage(rows.map(toEntry), limit);
  return { entries: shown, ...(last && { next: last.auditId }) };
}

const EXPORT_PAGE = 1000;

/** All of them, the latest first, a page after the other. Needs admin. @throws Problem 401 or 403 */
export async function exportAuditEntries(
  current: Current,
  filters: AuditFilters,
): Promise<AsyncIterable<AuditEntry[]>> {
  requireRole(current, 'admin');
  return exportPages(withHeavyPool(current), filters);
}

async function* exportPages(current: Current, filters: AuditFilters): AsyncGenerator<AuditEntry[]> {
  for (let after: number | undefined; ;) {
    const rows = await readEntries(current, filters, after, EXPORT_PAGE);
    if (rows.length > 0) yield rows.map(toEntry);
    if (rows.length < EXPORT_PAGE) return;
    after = Number(rows.at(-1)?.audit_id);
  }
}

/** Needs admin. @throws Problem 401, 403, 404 */
export async function getAuditEntry(current: Current, auditId: string): Promise<AuditEntry> {
  requireRole(current, 'admin');
  const [row] = /^[1-9]\d{0,17}$/.test(auditId)
    ? await current.db.query<AuditRow>(sql`select ${COLUMNS} from audit where audit_id = ${auditId}::bigint`)
    : [];
  if (row === undefined) throw new Problem(noEntry);
  return toEntry(row);
}

type AuditRow = Row<'audit'>;
type Filters = AuditFilters & Pick<AuditSearch, 'value'>;

const COLUMNS = sql`audit_id, at, user_id, role, masquerade, action, target, before, after, reason, request_id`;

async function readEntries(
  { db }: Current,
  filters: Filters,
  after: number | undefined,
  limit: number,
): Promise<AuditRow[]> {
  const conditions = filterConditions(filters);
  if (after !== undefined) {
    // As text, which keeps the microseconds.
    const [last] = await db.query<{ at: string }>(
      sql`select at::text as at from audit where audit_id = ${after}::bigint`,
    );
    if (last === undefined) return [];
    conditions.push(sql`(at, audit_id) < (${last.at}::timestamptz, ${after}::bigint)`);
  }
  const where = conditions.length === 0 ? sql.empty : sql`where ${sql.join(conditions, ' and ')}`;
  const statement = sql`${sql.unprepared}
    select ${COLUMNS} from audit ${where} order by at desc, audit_id desc limit ${limit}::int`;
  if (filters.reason === undefined) return db.query<AuditRow>(statement);
  return db.transaction(async (db) => {
    // A word of half a million reasons fits in; in less, all rows around them would be looked at again.
    await db.query(sql`set local work_mem = '64MB'`);
    return db.query<AuditRow>(statement);
  });
}

function filterConditions({ target, userId, action, seenAs, reason, since, until, value }: Filters): Sql[] {
  return [
    ...(value === undefined ? [] : [sql`audit_values(before, after) ? ${value}::text`]),
    ...(target === undefined ? [] : [sql`target = ${target}`]),
    ...(userId === undefined ? [] : [sql`user_id = ${userId}`]),
    ...(action === undefined ? [] : [isOfAction(action)]),
    ...(seenAs === undefined ? [] : [isSeenAs(seenAs)]),
    ...(reason === undefined
      ? []
      : [sql`to_tsvector('simple', reason) @@ websearch_to_tsquery('simple', ${reason}) and reason is not null`]),
    ...(since === undefined ? [] : [sql`at >= ${since}::date`]),
    ...(until === undefined ? [] : [sql`at < ${until}::date + 1`]),
  ];
}

/** The word before the dot is for all of a thing. */
function isOfAction(action: string): Sql {
  return action.includes('.') ? sql`action = ${action}` : sql`split_part(action, '.', 1) = ${action}`;
}

/** One alone is not said to be there as well: the planner would take the two for independent, and hits for rare. */
function isSeenAs(role: NonNullable<AuditFilters['seenAs']>): Sql {
  return role === 'any' ? sql`masquerade is not null` : sql`masquerade = ${role}`;
}

/** Those of `targets` that anything was ever done to, whatever is left of them. Needs admin. @throws Problem 401 or 403 */
export async function findAuditedTargets(current: Current, targets: readonly string[]): Promise<Set<string>> {
  requireRole(current, 'admin');
  const rows = await current.db.query<Pick<Row<'audit'>, 'target'>>(sql`
    select target from unnest(${[...targets]}::text[]) target
    where exists (select from audit where audit.target = target.target)`);
  return new Set(rows.map(({ target }) => target));
}

function toEntry(row: AuditRow): AuditEntry {
  const { role, masquerade, action, target, before, after, reason } = row;
  const [auditId, at] = [Number(row.audit_id), row.at.toISOString()];
  return {
    auditId,
    at,
    userId: row.user_id,
    role,
    masquerade,
    action,
    target,
    before,
    after,
    reason,
    requestId: row.request_id,
  };
}
