import { recordAuditEntry } from '#app/audit/audit.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import { sendMailLater } from '#app/mail/mail-queue.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import type { EtagCondition } from '#lib/http/conditions.ts';
import { Problem } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import type { AliasFlag, AliasState } from '../alias.ts';
import { requireContext } from '../contexts.server.ts';
import { lockAlias, assignAlias } from '../naming/claims.server.ts';
import { giveRandomAlias, requireRules } from '../naming/changes.server.ts';
import { ALIASES_TOPIC } from '../cache-topics.ts';
import { noAlias } from '../problems.ts';
import { aliasReplacedMail } from '../alias-replaced.mail.tsx';

import type { Decision, DecisionKind, NewDecision } from './moderation.ts';
import { alreadyDecided, changedMeanwhile, reasonRequired } from './problems.ts';
import { requireHigherRole } from './rank.server.ts';

/**
 * Judges a name: with If-Match whatever its state, else only while it waits for it, so that of two moderators one
 * decides. What is denied or replaced nobody can take any more. Needs staff who stand above the owner; audited.
 * @throws Problem 400 without a reason to deny or replace, or for a replacement that breaks the rules, 401, 403 also
 * for one's own name, 404, 409 when it is decided already or the replacement is taken, 412 when it has changed
 */
export async function decideAlias(
  current: Current,
  context: string,
  userId: string,
  asked: NewDecision,
  ifMatch?: EtagCondition,
): Promise<Decision> {
  requireRole(current, 'staff');
  requireContext(context);
  await requireHigherRole(current, userId);
  const { decision, reason } = asked;
  if (reason === '' && (decision === 'deny' || decision === 'replace'))
    throw new Problem(reasonRequired, { fields: { reason: reasonRequired.message } });
  return inTransaction(current, async (current) => {
    await lockAlias(current, context, userId);
    const before = await getForDecision(current, context, userId);
    const rev = await applyDecision(current, before, decision, ifMatch);
    const newAlias = decision === 'replace' ? await replace(current, context, userId, asked.alias) : null;
    const decided = await saveDecision(current, before, {
      ...asked,
      newAlias,
      rev: newAlias === null ? rev : rev + 1n,
    });
    const { decisionId } = decided;
    if (newAlias !== null) await sendMailLater(current, aliasReplacedMail, { decisionId }, { key: decisionId });
    current.db.whenCommitted(() => current.pubSub.publish(ALIASES_TOPIC));
    return decided;
  });
}

/** A name as it is before a decision. */
export interface ModeratedAliasRow {
  context: string;
  user_id: string;
  alias: string;
  alias_key: string;
  state: AliasState;
  state_at: Date;
  updated_at: Date;
  flags: AliasFlag[];
  reports_seen: number;
  whitelisted: boolean;
  changed_at: Date | null;
  rev: string;
}

async function getForDecision(current: Current, context: string, userId: string): Promise<ModeratedAliasRow> {
  const [before] = await current.db.query<ModeratedAliasRow>(SELECT, [context, userId]);
  if (before === undefined) throw new Problem(noAlias);
  return before;
}

/** @returns the rev after it */
async function applyDecision(
  current: Current,
  { context, user_id: userId, alias_key: key }: ModeratedAliasRow,
  decision: DecisionKind,
  ifMatch: EtagCondition | undefined,
): Promise<bigint> {
  const state = decision === 'deny' ? 'denied' : 'approved';
  const revs = ifMatch === undefined || ifMatch === '*' ? null : ifMatch.map((etag) => etag.slice(1, -1));
  const values = [context, userId, state, decision === 'whitelist', current.now(), revs, ifMatch === '*'];
  const [judged] = await current.db.query<{ rev: string }>(JUDGE, values);
  if (judged === undefined) throw new Problem(ifMatch === undefined ? alreadyDecided : changedMeanwhile);
  await current.db.query(REFUSE, [context, key, decision === 'deny' || decision === 'replace']);
  return BigInt(judged.rev);
}

/** @returns the name that stands there now */
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
    ...{ context, userId, alias, newAlias, decision },
    reason: reason === '' ? null : reason,
    decidedBy: requireUser(current),
    decidedAt: decidedAt.toISOString(),
    etag: `"${rev}"`,
  };
  await current.db.query(INSERT, [
    ...[decided.decisionId, context, userId, alias, decision, decided.reason, newAlias, decided.decidedBy, decidedAt],
    ...[JSON.stringify(before), String(rev)],
  ]);
  await recordAuditEntry(current, {
    action: `alias.${decision}`,
    target: `alias/${context}/${userId}`,
    before: { alias, state: before.state },
    after: { alias: newAlias ?? alias, state: decision === 'deny' ? 'denied' : 'approved' },
    reason: decided.reason ?? undefined,
  });
  return decided;
}

const SELECT = {
  name: 'alias_select_judged',
  text: `select context, user_id, alias, alias_key, state, state_at, updated_at, flags, reports_seen, whitelisted,
      changed_at, rev
    from aliases where context = $1 and user_id = $2 for update`,
};
const JUDGE = {
  name: 'alias_judge',
  text: `update aliases set state = $3, state_at = $5, whitelisted = $4, reports_seen = reports, rev = rev + 1
    where context = $1 and user_id = $2
      and ($7 or rev::text = any($6::text[]) or $6::text[] is null and state = 'pending')
    returning rev`,
};
const REFUSE = {
  name: 'alias_refuse',
  text: 'update alias_names set is_refused = $3 where context = $1 and alias_key = $2',
};
const INSERT = {
  name: 'alias_decision_insert',
  text: `insert into alias_decisions (decision_id, context, user_id, alias, decision, reason, new_alias, decided_by,
      decided_at, before, rev)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
};
