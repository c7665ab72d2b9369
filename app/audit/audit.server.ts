import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Row } from '#database/rows.ts';
import { cutPage } from '#lib/cut-page.ts';
import { sql } from '#lib/database/sql.server.ts';

import type { AuditKind } from './audit-kind.server.ts';
import type { AuditEntry, AuditQuery } from './audit.ts';

export interface NewAuditEntry {
  target: string;
  before?: unknown;
  after?: unknown;
  reason?: string | undefined;
}

/** In the transaction of the deed itself, with the real user behind a masquerade. The table is append-only. */
export async function recordAuditEntry(
  current: Current,
  { action }: Pick<AuditKind, 'action'>,
  entry: NewAuditEntry,
): Promise<void> {
  const { actor, requestId } = current;
  const before = entry.before === undefined ? null : JSON.stringify(entry.before);
  const after = entry.after === undefined ? null : JSON.stringify(entry.after);
  await current.db.query(sql`insert into audit
      (at, user_id, role, masquerade, action, target, before, after, request_id, reason)
    values (${current.now()}, ${actor.userId ?? null}, ${actor.ownRole}, ${actor.masquerade ?? null}, ${action},
      ${entry.target}, ${before}, ${after}, ${requestId}, ${entry.reason ?? null})`);
}

/** The latest first. Needs admin. @throws Problem 401 or 403 */
export async function findAuditEntries(
  current: Current,
  query: AuditQuery,
): Promise<{ entries: AuditEntry[]; next?: number }> {
  requireRole(current, 'admin');
  const { target, userId, action, after, limit } = query;
  const conditions = [
    ...(target === undefined ? [] : [sql`target = ${target}`]),
    ...(userId === undefined ? [] : [sql`user_id = ${userId}`]),
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(after === undefined ? [] : [sql`audit_id < ${after}`]),
  ];
  const where = conditions.length === 0 ? sql.empty : sql`where ${sql.join(conditions, ' and ')}`;
  const rows = await current.db.query<Row<'audit'>>(sql`
    select audit_id, at, user_id, role, masquerade, action, target, before, after, reason, request_id
    from audit ${where} order by audit_id desc limit ${limit + 1}`);
  const { shown, last } = cutPage(rows.map(toEntry), limit);
  return { entries: shown, ...(last && { next: last.auditId }) };
}

/** Those of `targets` that anything was ever done to, whatever is left of them. Needs admin. @throws Problem 401 or 403 */
export async function findAuditedTargets(current: Current, targets: readonly string[]): Promise<Set<string>> {
  requireRole(current, 'admin');
  const rows = await current.db.query<Pick<Row<'audit'>, 'target'>>(sql`
    select target from unnest(${[...targets]}::text[]) target
    where exists (select from audit where audit.target = target.target)`);
  return new Set(rows.map(({ target }) => target));
}

function toEntry(row: Row<'audit'>): AuditEntry {
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
