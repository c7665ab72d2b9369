import { recordAuditEntry } from '#app/audit/audit.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { withdrawLater } from '#app/notifications/events.server.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { aliasAudit } from '../audit-kinds.server.ts';
import { ALIASES_TOPIC } from '../cache-topics.ts';
import { decidedAlias } from '../event-kinds.server.ts';
import { lockAlias, assignAlias } from '../naming/claims.server.ts';
import { aliasKey } from '../rules/rules.ts';
import type { ModeratedAliasRow } from './decisions.server.ts';
import { noDecision, notUndoable } from './problems.ts';
import { requireHigherRole } from './rank.server.ts';

/** Needs staff of a higher role than the owner's; audited. @throws Problem 401, 403 for one's own, 404, 409 */
export async function undoDecision(current: Current, decisionId: string): Promise<void> {
  requireRole(current, 'staff');
  await inTransaction(current, async (current) => {
    const decided = await takeDecision(current, decisionId);
    const { context, user_id: userId, before, rev } = decided;
    await requireHigherRole(current, userId);
    await lockAlias(current, context, userId);
    await current.db.query(sql`update alias_names set is_refused = false
      where context = ${context} and alias_key = ${before.alias_key}`);
    const unchanged = await current.db.query(sql`select from aliases
      where context = ${context} and user_id = ${userId} and rev = ${rev} for update`);
    if (unchanged.length === 0) throw new Problem(notUndoable);
    if (decided.new_alias !== null) {
      await assignAlias(current, { context, userId, alias: before.alias, by: 'staff', isChoice: false });
      await forgetReplacement(current, context, userId, decided.new_alias);
    }
    await current.db.query(sql`update aliases set state = ${before.state}, state_at = ${before.state_at},
        reports_seen = ${before.reports_seen}, whitelisted = ${before.whitelisted}, changed_at = ${before.changed_at},
        updated_at = ${before.updated_at}, flags = ${JSON.stringify(before.flags)}
      where context = ${context} and user_id = ${userId}`);
    await recordAuditEntry(current, aliasAudit.undo, {
      target: `alias/${context}/${userId}`,
      before: { alias: decided.new_alias ?? before.alias, decision: decided.decision },
      after: { alias: before.alias, state: before.state },
    });
    await withdrawLater(current, decidedAlias, [decisionId]);
    current.db.whenCommitted(() => current.pubSub.publish(ALIASES_TOPIC));
  });
}

/** Of several concurrent undos one succeeds. */
async function takeDecision(current: Current, decisionId: string): Promise<UndoableDecisionRow> {
  if (!IS_ID.test(decisionId)) throw new Problem(noDecision);
  const [decided] = await current.db.query<UndoableDecisionRow>(sql`update alias_decisions
    set undone_at = ${current.now()} where decision_id = ${decisionId} and undone_at is null
    returning context, user_id, decision, new_alias, before, rev`);
  if (decided === undefined) throw new Problem(noDecision);
  return decided;
}

const IS_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

type UndoableDecisionRow = Pick<Row<'alias_decisions'>, 'context' | 'user_id' | 'decision' | 'new_alias' | 'rev'> &
  Columns<'alias_decisions', { before: FormerAliasState }>;

/** From JSON: its times are texts. */
type FormerAliasState = Omit<ModeratedAliasRow, TimeColumn> & {
  state_at: string;
  updated_at: string;
  changed_at: string | null;
};

type TimeColumn = keyof Pick<ModeratedAliasRow, 'state_at' | 'updated_at' | 'changed_at'>;

/** The history loses the replacement, and its name is free at once, as if it had never been. */
async function forgetReplacement(
  current: Current,
  context: string,
  userId: string,
  replacement: string,
): Promise<void> {
  await current.db.query(sql`
    with forgotten as (
      delete from alias_history where history_id in (
        select history_id from alias_history where context = ${context} and user_id = ${userId}
        order by history_id desc limit 2)
    )
    update alias_names set held_until = ${current.now()}
    where context = ${context} and user_id = ${userId} and alias_key = ${aliasKey(replacement)}`);
}
