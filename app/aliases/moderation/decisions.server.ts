import { recordAuditEntry } from '#app/audit/audit.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import { sendMailLater } from '#app/mail/mail-queue.server.ts';
import { notifyLater } from '#app/notifications/events.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { EtagCondition } from '#lib/http/conditions.ts';
import { Problem, problemAt } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { aliasReplacedMail } from '../alias-replaced.mail.tsx';
import type { AliasFlag, AliasState } from '../alias.ts';
import { aliasAudit } from '../audit-kinds.server.ts';
import { ALIASES_TOPIC } from '../cache-topics.ts';
import { requireContext } from '../contexts.server.ts';
import { decidedAlias } from '../event-kinds.server.ts';
import { giveRandomAlias, requireRules } from '../naming/changes.server.ts';
import { lockAlias, assignAlias } from '../naming/claims.server.ts';
import { noAlias } from '../problems.ts';
import type { Decision, DecisionKind, NewDecision } from './moderation.ts';
import { alreadyDecided, changedMeanwhile, reasonRequired } from './problems.ts';
import { requireHigherRole } from './rank.server.ts';

/**
 * Decides on a name: with If-Match in any state, else only while it is pending, so that of two moderators one decides.
 * A denied or replaced name cannot be claimed again. Needs staff of a higher role than the owner's; audited.
 * @throws Problem 400 without a reason or for a bad replacement, 401, 403 also for one's own name, 404, 409 when it is
 * decided already or the replacement is taken, 412 when it has changed
 */
export async function decideAlias(
  current: Current,
  context: string,
  userId: string,
  input: NewDecision,
  ifMatch?: EtagCondition,
): Promise<Decision> {
  requireRole(current, 'staff');
  requireContext(context);
  await requireHigherRole(current, userId);
  const { decision, reason } = input;
  if (reason === '' && (decision === 'deny' || decision === 'replace')) throw problemAt('reason', reasonRequired);
  return inTransaction(current, async (current) => {
    await lockAlias(current, context, userId);
    const before = await getForDecision(current, context, userId);
    const rev = await applyDecision(current, before, decision, ifMatch);
    const newAlias = decision === 'replace' ? await replace(current, context, userId, input.alias) : null;
    const decided = await saveDecision(current, before, {
      ...input,
      newAlias,
      rev: newAlias === null ? rev : rev + 1n,
    });
    const { decisionId } = decided;
    if (newAlias !== null) await sendMailLater(current, aliasReplacedMail, { decisionId }, { key: decisionId });
    await notifyLater(current, decidedAlias, { key: decisionId, details: { decisionId }, userIds: [userId] });
    current.db.whenCommitted(() => current.pubSub.publish(ALIASES_TOPIC));
    return decided;
  });
}

export type ModeratedAliasRow = Omit<Row<'aliases'>, 'safe_alias' | 'reports'> &
  Columns<'aliases', { state: AliasState; flags: AliasFlag[] }>;

async function getForDecision(current: Current, context: string, userId: string): Promise<ModeratedAliasRow> {
  const [before] = await current.db.query<ModeratedAliasRow>(sql`
    select context, user_id, alias, alias_key, state, state_at, updated_at, flags, reports_seen, whitelisted, changed_at,
      rev
    from aliases where context = ${context} and user_id = ${userId} for update`);
  if (before === undefined) throw new Problem(noAlias);
  return before;
}

async function applyDecision(
  current: Current,
  { context, user_id: userId, alias_key: key }: ModeratedAliasRow,
  decision: DecisionKind,
  ifMatch: EtagCondition | undefined,
): Promise<bigint> {
  const state = decision === 'deny' ? 'denied' : 'approved';
  const revs = ifMatch === undefined || ifMatch === '*' ? null : ifMatch.map((etag) => etag.slice(1, -1));
  const [updated] = await current.db.query<Pick<Row<'aliases'>, 'rev'>>(sql`update aliases
    set state = ${state}, state_at = ${current.now()}, whitelisted = ${decision === 'whitelist'}, reports_seen = reports,
      rev = rev + 1
    where context = ${context} and user_id = ${userId} and (${ifMatch === '*'}
      or rev::text = any(${revs}::text[]) or ${revs}::text[] is null and state = 'pending')
    returning rev`);
  if (updated === undefined) throw new Problem(ifMatch === undefined ? alreadyDecided : changedMeanwhile);
  await current.db.query(sql`update alias_names set is_refused = ${decision === 'deny' || decision === 'replace'}
    where context = ${context} and alias_key = ${key}`);
  return BigInt(updated.rev);
}

async function replace(current: Current, context: string, userId: string, typed: string | undefined): Promise<string> {
  if (typed === undefined || typed.trim() === '') return giveRandomAlias(current, context, userId, 'staff');
  const alias = requireRules(typed);
  await assignAlias(current, { context, userId, alias, by: 'staff', isChoice: false });
  return alias;
}

interface DecisionRecord {
  decision: DecisionKind;
  reason: string;
  newAlias: string | null;
  rev: bigint;
}

async function saveDecision(
  current: Current,
  before: ModeratedAliasRow,
  { decision, reason, newAlias, rev }: DecisionRecord,
): Promise<Decision> {
  const { context, user_id: userId, alias } = before;
  const decidedAt = current.now();
  const decided: Decision = {
    decisionId: uuidv7(decidedAt.getTime()),
    context,
    userId,
    alias,
    newAlias,
    decision,
    reason: reason === '' ? null : reason,
    decidedBy: requireUser(current),
    decidedAt: decidedAt.toISOString(),
    etag: `"${rev}"`,
  };
  await current.db.query(sql`insert into alias_decisions (decision_id, context, user_id, alias, decision, reason,
      new_alias, decided_by, decided_at, before, rev)
    values (${decided.decisionId}, ${context}, ${userId}, ${alias}, ${decision}, ${decided.reason}, ${newAlias},
      ${decided.decidedBy}, ${decidedAt}, ${JSON.stringify(before)}, ${rev})`);
  await recordAuditEntry(current, aliasAudit[decision], {
    target: `alias/${context}/${userId}`,
    before: { alias, state: before.state },
    after: { alias: newAlias ?? alias, state: decision === 'deny' ? 'denied' : 'approved' },
    reason: decided.reason ?? undefined,
  });
  return decided;
}
