import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { refuse, requireUser } from '#app/current/permission.ts';
import { isAtLeast } from '#app/current/role.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem, isProblem, problemAt } from '#lib/problem.ts';

import { COOLDOWN_DAYS, UNDO_MINUTES } from '../alias.ts';
import type { AliasState, FormerAlias, OwnAlias, UndoableAlias } from '../alias.ts';
import { requireContext } from '../contexts.server.ts';
import { reserved, taken, tooLateToUndo } from '../problems.ts';
import { isReserved } from '../rules/reserved.server.ts';
import { findBrokenRule, tidyAlias } from '../rules/rules.ts';
import { assignAlias, daysFrom, lockAlias, undoableSince } from './claims.server.ts';
import { randomAlias, suggestAlias } from './random-names.server.ts';

/** @throws Problem 400 with the broken rule, 401, 403 for another user's, 404, 409 when taken or changed too soon */
export async function changeAlias(
  current: Current,
  context: string,
  wantedId: string,
  typed: string,
): Promise<OwnAlias> {
  const own = requireUser(current);
  if (wantedId !== '@me' && wantedId !== own) refuse(current);
  requireContext(context);
  const alias = requireRules(typed);
  await assignAlias(current, { context, userId: own, alias, by: 'owner', isChoice: true });
  return getOwnAlias(current, context, own);
}

export type ChangeAlias = typeof changeAlias;

/** What `undoAliasChange` would bring back, and until when; undefined where there is nothing to take back. @throws Problem 401 */
export async function findFormerAlias(current: Current, context: string): Promise<UndoableAlias | undefined> {
  const userId = requireUser(current);
  const [row] = await current.db.query<Pick<Row<'alias_history'>, 'alias'> & Columns<'aliases', { changed_at: Date }>>(
    sql`select former.alias, a.changed_at from aliases a cross join lateral (
      select alias, until, ended_by from alias_history h where h.context = a.context and h.user_id = a.user_id
      order by history_id desc limit 1) former
    where a.context = ${context} and a.user_id = ${userId} and a.changed_at > ${undoableSince(current)}
      and a.state <> 'denied' and former.ended_by = 'owner' and former.until >= a.changed_at
      and not exists (select from alias_decisions d where d.context = a.context and d.user_id = a.user_id
        and d.decision = 'deny' and d.undone_at is null and d.alias = former.alias)`,
  );
  if (row === undefined) return undefined;
  const until = new Date(row.changed_at.getTime() + UNDO_MINUTES * 60_000);
  return { alias: row.alias, until: until.toISOString() };
}

/**
 * Gives the actor back the name of before their last choice, as if that had not been: another one may be chosen at once.
 * @throws Problem 401, 404, 409 without a choice of the last minutes, or when nobody may have that name any more
 */
export async function undoAliasChange(outer: Current, context: string): Promise<OwnAlias> {
  const userId = requireUser(outer);
  requireContext(context);
  return inTransaction(outer, async (current) => {
    await lockAlias(current, context, userId);
    const former = await findFormerAlias(current, context);
    if (former === undefined) throw new Problem(tooLateToUndo);
    await assignAlias(current, { context, userId, alias: former.alias, by: 'owner', isChoice: false, isUndo: true });
    return getOwnAlias(current, context, userId);
  });
}

/** In the caller's transaction, without a cooldown. @throws Problem 400 with the broken rule, 409 when it is taken */
export async function claimAlias(current: Current, context: string, userId: string, typed: string): Promise<void> {
  requireContext(context);
  await assignAlias(current, { context, userId, alias: requireRules(typed), by: 'owner', isChoice: false });
}

/** Gives a user a random free name. @returns the name */
export async function giveRandomAlias(
  current: Current,
  context: string,
  userId: string,
  by: 'staff' | 'system' = 'system',
): Promise<string> {
  for (let tries = 0; ; tries += 1) {
    const alias = tries === 0 ? await suggestAlias(current, context) : randomAlias(4);
    try {
      await assignAlias(current, { context, userId, alias, by, isChoice: false });
      return alias;
    } catch (refusal) {
      if (!isProblem(refusal, taken) || tries > 20) throw refusal;
    }
  }
}

/** The name in its stored form. @throws Problem 400 with the sentence of the rule that it breaks */
export function requireRules(typed: string): string {
  const alias = tidyAlias(typed);
  const broken = findBrokenRule(alias) ?? (isReserved(alias) ? reserved : undefined);
  if (broken !== undefined) throw problemAt('alias', broken);
  return alias;
}

/** Staff may read any user's. @throws Problem 401, 403, 404 */
export async function getOwnAlias(current: Current, context: string, wantedId: string): Promise<OwnAlias> {
  const own = requireUser(current);
  const userId = wantedId === '@me' ? own : wantedId;
  if (userId !== own && !isAtLeast(current.actor.role, 'staff')) refuse(current);
  requireContext(context);
  const row = await findOwnRow(current, context, userId);
  const history = await current.db.query<FormerAliasRow>(sql`select alias, since, until, ended_by from alias_history
    where context = ${context} and user_id = ${userId} order by history_id desc limit 20`);
  return {
    userId,
    context,
    alias: row?.alias ?? null,
    safeAlias: row?.safe_alias ?? null,
    state: row?.state ?? null,
    reason: row?.reason ?? null,
    since: row?.updated_at.toISOString() ?? null,
    changeableAt: row === undefined ? null : changeableAt(current, row),
    history: history.map(formerAlias),
  };
}

function changeableAt(current: Current, { changed_at: changedAt, state }: OwnAliasRow): string | null {
  if (changedAt === null || state === 'denied') return null;
  const at = daysFrom(changedAt, COOLDOWN_DAYS);
  return at <= current.now() ? null : at.toISOString();
}

type OwnAliasRow = Pick<Row<'aliases'>, 'alias' | 'safe_alias' | 'updated_at' | 'changed_at'> &
  Columns<'aliases', { state: AliasState }> &
  Pick<Row<'alias_decisions'>, 'reason'>;

/** The reason is that of the decision behind the present name: it was denied, or it replaces another. */
async function findOwnRow(current: Current, context: string, userId: string): Promise<OwnAliasRow | undefined> {
  const [row] = await current.db.query<OwnAliasRow>(sql`select alias, safe_alias, state, updated_at, changed_at, (
      select reason from alias_decisions decided
      where decided.context = ${context} and decided.user_id = ${userId} and undone_at is null
        and (decision = 'deny' and state = 'denied' and decided.alias = aliases.alias
          or decision = 'replace' and new_alias = aliases.alias)
      order by decided_at desc limit 1
    ) as reason
    from aliases where context = ${context} and user_id = ${userId}`);
  return row;
}

type FormerAliasRow = Pick<Row<'alias_history'>, 'alias' | 'since' | 'until'> &
  Columns<'alias_history', { ended_by: FormerAlias['endedBy'] }>;

function formerAlias({ alias, since, until, ended_by: endedBy }: FormerAliasRow): FormerAlias {
  return { alias, since: since.toISOString(), until: until.toISOString(), endedBy };
}
