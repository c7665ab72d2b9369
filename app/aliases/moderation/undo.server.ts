import { recordAuditEntry } from '#app/audit/audit.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { Problem } from '#lib/problem.ts';

import { lockAlias, assignAlias } from '../naming/claims.server.ts';
import { ALIASES_TOPIC } from '../cache-topics.ts';
import { aliasKey } from '../rules/rules.ts';

import type { ModeratedAliasRow } from './decisions.server.ts';
import { noDecision, notUndoable } from './problems.ts';
import { requireHigherRole } from './rank.server.ts';

/**
 * Takes a decision back: the name and its state are what they were before. Needs staff who stand above its owner;
 * audited.
 * @throws Problem 401, 403 also for one's own name, 404 when there is no such decision or it is undone, 409 when the name has changed since
 */
export async function undoDecision(current: Current, decisionId: string): Promise<void> {
  requireRole(current, 'staff');
  await inTransaction(current, async (current) => {
    const decided = await takeDecision(current, decisionId);
    const { context, user_id: userId, before, rev } = decided;
    await requireHigherRole(current, userId);
    await lockAlias(current, context, userId);
    await current.db.query(ALLOW, [context, before.alias_key]);
    const isSame = (await current.db.query(IS_SAME, [context, userId, rev])).length > 0;
    if (!isSame) throw new Problem(notUndoable);
    if (decided.new_alias !== null) {
      await assignAlias(current, { context, userId, alias: before.alias, by: 'staff', isChoice: false });
      await current.db.query(RELEASE, [context, userId, aliasKey(decided.new_alias), current.now()]);
    }
    const {
      state,
      state_at: stateAt,
      reports_seen: seen,
      whitelisted,
      changed_at: changedAt,
      updated_at: since,
    } = before;
    const flags = JSON.stringify(before.flags);
    await current.db.query(RESTORE, [context, userId, state, stateAt, seen, whitelisted, changedAt, since, flags]);
    await recordAuditEntry(current, {
      action: 'alias.undo',
      target: `alias/${context}/${userId}`,
      before: { alias: decided.new_alias ?? before.alias, decision: decided.decision },
      after: { alias: before.alias, state },
    });
    current.db.whenCommitted(() => current.pubSub.publish(ALIASES_TOPIC));
  });
}

/** Of any number that undo it at once, one gets it. */
async function takeDecision(current: Current, decisionId: string): Promise<UndoableDecisionRow> {
  if (!IS_ID.test(decisionId)) throw new Problem(noDecision);
  const [decided] = await current.db.query<UndoableDecisionRow>(TAKE_DECISION, [decisionId, current.now()]);
  if (decided === undefined) throw new Problem(noDecision);
  return decided;
}

const IS_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

interface UndoableDecisionRow {
  context: string;
  user_id: string;
  decision: string;
  new_alias: string | null;
  /** As JSON kept it: its times are texts. */
  before: Omit<ModeratedAliasRow, TimeColumn> & { state_at: string; updated_at: string; changed_at: string | null };
  rev: string;
}

type TimeColumn = 'state_at' | 'updated_at' | 'changed_at';

const TAKE_DECISION = {
  name: 'alias_decision_spend',
  text: `update alias_decisions set undone_at = $2 where decision_id = $1 and undone_at is null
    returning context, user_id, decision, new_alias, before, rev`,
};
const ALLOW = {
  name: 'alias_allow',
  text: 'update alias_names set is_refused = false where context = $1 and alias_key = $2',
};
const IS_SAME = {
  name: 'alias_is_same',
  text: 'select from aliases where context = $1 and user_id = $2 and rev = $3 for update',
};
// As if it had never been: nothing of the replacement stays in the history, and nobody needs to wait for its name.
const RELEASE = {
  name: 'alias_release',
  text: `with forgotten as (
      delete from alias_history where history_id in (
        select history_id from alias_history where context = $1 and user_id = $2 order by history_id desc limit 2)
    )
    update alias_names set held_until = $4 where context = $1 and user_id = $2 and alias_key = $3`,
};
const RESTORE = {
  name: 'alias_restore',
  text: `update aliases set state = $3, state_at = $4, reports_seen = $5, whitelisted = $6, changed_at = $7,
      updated_at = $8, flags = $9
    where context = $1 and user_id = $2`,
};
