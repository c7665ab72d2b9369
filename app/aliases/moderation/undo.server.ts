import { recordDeed } from '#app/audit/audit.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { Problem } from '#lib/problem.ts';

import { lockName, takeName } from '../naming/claims.server.ts';
import { ALIASES } from '../news.ts';
import { aliasKey } from '../rules/rules.ts';

import type { Judged } from './decisions.server.ts';
import { noDecision, notUndoable } from './problems.ts';
import { requireRank } from './rank.server.ts';

/**
 * Takes a decision back: the name and its state are what they were before. Needs staff who stand above its owner;
 * audited.
 * @throws Problem 401, 403 also for one's own name, 404 when there is no such decision or it is undone, 409 when the name has changed since
 */
export async function undoDecision(current: Current, decisionId: string): Promise<void> {
  requireRole(current, 'staff');
  await inTransaction(current, async (current) => {
    const decided = await spend(current, decisionId);
    const { context, user_id: userId, before, rev } = decided;
    await requireRank(current, userId);
    await lockName(current, context, userId);
    await current.db.query(ALLOW, [context, before.alias_key]);
    const isSame = (await current.db.query(IS_SAME, [context, userId, rev])).length > 0;
    if (!isSame) throw new Problem(notUndoable);
    if (decided.new_alias !== null) {
      await takeName(current, { context, userId, alias: before.alias, by: 'staff', isChoice: false });
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
    await recordDeed(current, {
      action: 'alias.undo',
      target: `alias/${context}/${userId}`,
      before: { alias: decided.new_alias ?? before.alias, decision: decided.decision },
      after: { alias: before.alias, state },
    });
    current.db.whenCommitted(() => current.wakes.wake(ALIASES));
  });
}

/** Of any number that undo it at once, one gets it. */
async function spend(current: Current, decisionId: string): Promise<Undone> {
  if (!IS_ID.test(decisionId)) throw new Problem(noDecision);
  const [decided] = await current.db.query<Undone>(SPEND, [decisionId, current.now()]);
  if (decided === undefined) throw new Problem(noDecision);
  return decided;
}

const IS_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

interface Undone {
  context: string;
  user_id: string;
  decision: string;
  new_alias: string | null;
  /** As JSON kept it: its times are texts. */
  before: Omit<Judged, Times> & { state_at: string; updated_at: string; changed_at: string | null };
  rev: string;
}

type Times = 'state_at' | 'updated_at' | 'changed_at';

const SPEND = {
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
