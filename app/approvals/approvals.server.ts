import type { AuditKind } from '#app/audit/audit-kind.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction, withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireProof, requireRole, requireUser } from '#app/current/permission.ts';
import { isAtLeast, isSuper } from '#app/current/role.ts';
import { notifyLater } from '#app/notifications/events.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { cutPage } from '#lib/cut-page.ts';
import { retryAfterDeadlock } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { isUuid, uuidv7 } from '#lib/uuid.server.ts';

import type { ApprovalKind } from './approval-kind.server.ts';
import { APPROVAL_HOURS, MAX_PENDING } from './approval.ts';
import type { Approval, ApprovalState, AskedApproval } from './approval.ts';
import { approvalAudit } from './audit-kinds.server.ts';
import { decidedApproval } from './event-kinds.server.ts';
import { askerLeft, notPending, ownApproval, stateChanged, tooManyPending } from './problems.ts';

/** Whether deeds of supers, and some of admins, wait for a second person here. */
export function needsSecondPerson({ config }: Pick<Current, 'config'>): boolean {
  return config.TWO_PERSON_RULE === 'on';
}

interface AskedDeed<Payload> {
  readonly payload: Payload;
  /** As in the audit. */
  readonly target: string;
  /** Empty where nobody is asked for one. */
  readonly reason: string;
}

/** Has a deed wait for a second person, frozen to what is so now. Needs the role of its kind and a fresh sign-in. @throws Problem 401, 403, 409, as `findState` */
export async function askApproval<Payload>(
  current: Current,
  kind: ApprovalKind<Payload>,
  { payload, target, reason }: AskedDeed<Payload>,
): Promise<AskedApproval> {
  requireRole(current, kind.least);
  requireProof(current);
  const userId = requireUser(current);
  const now = current.now();
  const expiresAt = new Date(now.getTime() + APPROVAL_HOURS * 3_600_000);
  const approvalId = uuidv7(now.getTime());
  return inTransaction(current, async (current) => {
    const shown = await kind.findState(current, payload);
    const [made] = await current.db.query(sql`
      insert into approvals (approval_id, kind, target, payload, shown, reason, asked_by, asked_at, expires_at)
      select ${approvalId}::uuid, ${kind.name}, ${target}, ${JSON.stringify(payload)}::jsonb, ${JSON.stringify(shown)}::jsonb,
        ${reason}, ${userId}, ${now}::timestamptz, ${expiresAt}::timestamptz
      where (select count(*) from approvals where asked_by = ${userId} and ${isPending(now)}) < ${MAX_PENDING}
      returning approval_id`);
    if (made === undefined) throw new Problem(tooManyPending);
    const after = { approvalId, kind: kind.name, userId };
    await recordAuditEntry(current, approvalAudit.ask, { target, before: shown, after, reason: reason || undefined });
    return { approvalId, expiresAt: expiresAt.toISOString() };
  });
}

/**
 * Does what was asked, once, if it is still about the same. Needs super and a fresh sign-in of somebody else than who asked,
 * whatever either masquerades as. @throws Problem 401, 403, 409, as the deed
 */
export async function confirmApproval(
  current: Current,
  kinds: readonly ApprovalKind[],
  approvalId: string,
): Promise<void> {
  requireRole(current, 'super');
  requireProof(current);
  const userId = requireUser(current);
  const confirm = async (current: Current) => {
    const asked = await findPending(current, approvalId);
    const kind = kinds.find(({ name }) => name === asked.kind);
    if (kind === undefined) throw new Problem(notPending);
    const payload = kind.schema.parse(asked.payload);
    // Before its own row, as deeds do that take pending ones away.
    const state = await kind.findState(current, payload);
    const row = await decide(current, approvalId, userId, 'confirmed', sql`asked_by <> ${userId}`);
    const role = await current.findRole(row.asked_by);
    if (role === undefined || !isAtLeast(role, kind.least)) throw new Problem(askerLeft);
    if (!isSameJson(state, row.shown)) throw new Problem(stateChanged);
    await kind.run(current, payload, { askedBy: row.asked_by, reason: row.reason });
    await recordDecision(current, approvalAudit.confirm, row, row.reason || undefined);
    await notifyLater(current, decidedApproval, { key: approvalId, details: { approvalId }, userIds: [row.asked_by] });
  };
  await retryAfterDeadlock(current.db, () => inTransaction(withHeavyPool(current), confirm));
}

/** Needs another super than who asked. @throws Problem 401, 403, 409 */
export async function declineApproval(current: Current, approvalId: string, answer: string): Promise<void> {
  requireRole(current, 'super');
  const userId = requireUser(current);
  await inTransaction(current, async (current) => {
    const row = await decide(current, approvalId, userId, 'declined', sql`asked_by <> ${userId}`, answer);
    await recordDecision(current, approvalAudit.decline, row, answer);
    await notifyLater(current, decidedApproval, { key: approvalId, details: { approvalId }, userIds: [row.asked_by] });
  });
}

/** Needs who asked. @throws Problem 401, 403, 409 */
export async function withdrawApproval(current: Current, approvalId: string): Promise<void> {
  requireRole(current, 'admin');
  const userId = requireUser(current);
  await inTransaction(current, async (current) => {
    const row = await decide(current, approvalId, userId, 'withdrawn', sql`asked_by = ${userId}`);
    await recordDecision(current, approvalAudit.withdraw, row);
  });
}

/** In the transaction in which somebody loses a role or is banned: what they asked for is not asked for any more. */
export async function deletePendingApprovals({ db }: Pick<Current, 'db'>, askedBy: string): Promise<void> {
  await db.query(sql`delete from approvals where asked_by = ${askedBy} and state = 'pending'`);
}

async function findPending({ db, now }: Current, approvalId: string): Promise<Pick<ApprovalRow, 'kind' | 'payload'>> {
  const [row] = isUuid(approvalId)
    ? await db.query<Pick<ApprovalRow, 'kind' | 'payload'>>(sql`
        select kind, payload from approvals where approval_id = ${approvalId} and ${isPending(now())}`)
    : [];
  if (row === undefined) throw new Problem(notPending);
  return row;
}

/** Of two who press at once one decides. @throws Problem `notPending`, `ownApproval` */
async function decide(
  { db, now }: Current,
  approvalId: string,
  userId: string,
  state: Exclude<ApprovalState, 'pending' | 'expired'>,
  guard: Sql,
  answer?: string,
): Promise<ApprovalRow> {
  const isOpen = sql`approval_id = ${approvalId} and ${isPending(now())}`;
  if (!isUuid(approvalId)) throw new Problem(notPending);
  const [row] = await db.query<ApprovalRow>(sql`
    update approvals set state = ${state}, decided_by = ${userId}, decided_at = ${now()}, answer = ${answer ?? null}
    where ${isOpen} and ${guard} returning ${COLUMNS}`);
  if (row !== undefined) return row;
  const [other] = await db.query(sql`select approval_id from approvals where ${isOpen}`);
  throw new Problem(other === undefined || state === 'withdrawn' ? notPending : ownApproval);
}

async function recordDecision(current: Current, kind: AuditKind, row: ApprovalRow, reason?: string): Promise<void> {
  const { approval_id: approvalId, asked_by: userId, kind: deed, target } = row;
  await recordAuditEntry(current, kind, { target, after: { approvalId, kind: deed, userId }, reason });
}

const isPending = (now: Date) => sql`state = 'pending' and expires_at > ${now}`;

type ApprovalRow = Row<'approvals'> & Columns<'approvals', { state: Exclude<ApprovalState, 'expired'> }>;

const COLUMNS = sql`approval_id, kind, target, payload, shown, reason, state, asked_by, asked_at, expires_at, decided_by,
  decided_at, answer`;

/** Keys of `jsonb` come back in another order. */
function isSameJson(a: unknown, b: unknown): boolean {
  return toSortedJson(a) === toSortedJson(b);
}

function toSortedJson(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

const PAGE = 50;

/** Those that wait, or those of before, the latest first; who is no super sees their own. Needs admin. @param after the last of the page before @throws Problem 401, 403 */
export async function findApprovals(
  current: Current,
  list: 'waiting' | 'decided',
  after: string | undefined,
): Promise<{ approvals: Approval[]; next: string | undefined }> {
  requireRole(current, 'admin');
  const now = current.now();
  const conditions = [
    ...(isSuper(current.actor.role) ? [] : [sql`asked_by = ${requireUser(current)}`]),
    list === 'waiting' ? isPending(now) : sql`(state <> 'pending' or expires_at <= ${now})`,
    ...(after !== undefined && isUuid(after) ? [sql`approval_id < ${after}::uuid`] : []),
  ];
  const rows = await current.db.query<ApprovalRow>(sql`
    select ${COLUMNS} from approvals where ${sql.join(conditions, ' and ')} order by approval_id desc limit ${PAGE + 1}`);
  const { shown, last } = cutPage(rows, PAGE);
  return { approvals: shown.map((row) => toApproval(row, now)), next: last?.approval_id };
}

function toApproval(row: ApprovalRow, now: Date): Approval {
  const { kind, target, payload, shown, reason, answer } = row;
  return {
    approvalId: row.approval_id,
    kind,
    target,
    payload,
    shown,
    reason,
    answer,
    state: row.state === 'pending' && row.expires_at <= now ? 'expired' : row.state,
    askedBy: row.asked_by,
    askedAt: row.asked_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
    decidedBy: row.decided_by,
    decidedAt: row.decided_at?.toISOString() ?? null,
  };
}

/** Those that wait for the actor. @param max counts no further */
export async function countApprovals({ actor, db, now }: Current, max: number): Promise<number> {
  if (!isSuper(actor.role) || actor.userId === undefined) return 0;
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from (
      select from approvals where ${isPending(now())} and asked_by <> ${actor.userId} limit ${max}::int) found`);
  return row?.count ?? 0;
}
