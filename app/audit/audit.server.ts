import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { shaped } from '#lib/database/database.server.ts';

import type { AuditEntry, AuditQuery } from './audit.ts';

export interface Deed {
  /** `noun.verb`, such as `crate.delete`. */
  action: string;
  /** What it was done to, such as `crate/posts`. */
  target: string;
  before?: unknown;
  after?: unknown;
  /** Why, in the words of who did it. */
  reason?: string | undefined;
}

/**
 * Notes who did what, in the transaction of the deed itself: the real user, the role that counted, the masquerade,
 * before and after, why, and the request. The table is append-only.
 */
export async function recordDeed(current: Current, deed: Deed): Promise<void> {
  const { actor, requestId } = current;
  const before = deed.before === undefined ? null : JSON.stringify(deed.before);
  const after = deed.after === undefined ? null : JSON.stringify(deed.after);
  const who = [current.now(), actor.userId ?? null, actor.ownRole, actor.masquerade ?? null];
  await current.db.query(INSERT, [...who, deed.action, deed.target, before, after, requestId, deed.reason ?? null]);
}

const INSERT = {
  name: 'audit_insert',
  text: `insert into audit (at, user_id, role, masquerade, action, target, before, after, request_id, reason)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
};

/** The latest entries that match, and where to go on when there are more. Needs admin. @throws Problem 401 or 403 */
export async function findDeeds(
  current: Current,
  query: AuditQuery,
): Promise<{ entries: AuditEntry[]; next?: number }> {
  requireRole(current, 'admin');
  const { target, userId, action, after, limit } = query;
  const values: unknown[] = [limit + 1];
  const conditions: string[] = [];
  const add = (condition: string, value: unknown) =>
    value !== undefined && conditions.push(`${condition} $${values.push(value)}`);
  add('target =', target);
  add('user_id =', userId);
  add('action =', action);
  add('audit_id <', after);
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  const text = `select ${COLUMNS} from audit ${where} order by audit_id desc limit $1`;
  const rows = await current.db.query<AuditRow>(shaped(text), values);
  const entries = rows.slice(0, limit).map(entryOf);
  const last = entries.at(-1);
  return { entries, ...(last && rows.length > limit && { next: last.auditId }) };
}

const COLUMNS = 'audit_id, at, user_id, role, masquerade, action, target, before, after, reason, request_id';

interface AuditRow {
  audit_id: string;
  at: Date;
  user_id: string | null;
  role: string;
  masquerade: string | null;
  action: string;
  target: string;
  before: unknown;
  after: unknown;
  reason: string | null;
  request_id: string;
}

function entryOf(row: AuditRow): AuditEntry {
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
