import type { Current } from '#app/current/current.server.ts';
import { refuse, requireUser } from '#app/current/permission.ts';
import { isAtLeast } from '#app/current/role.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { isProblem, problemAt } from '#lib/problem.ts';

import { COOLDOWN_DAYS } from '../alias.ts';
import type { AliasState, FormerAlias, OwnAlias } from '../alias.ts';
import { requireContext } from '../contexts.server.ts';
import { reserved, taken } from '../problems.ts';
import { isReserved } from '../rules/reserved.server.ts';
import { findBrokenRule, tidyAlias } from '../rules/rules.ts';
import { daysFrom, assignAlias } from './claims.server.ts';
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
