import { hasChosenSql } from '#app/choices/choices.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { refuseAccess, seesNothing } from '../crates/access.server.ts';
import type { Crate } from '../crates/crate.ts';
import { accessByGrants, mayAct } from '../crates/policy.ts';
import type { Access, SetRule } from '../crates/policy.ts';
import { noCrate } from '../problems.ts';
import { noSet } from './problems.ts';

type SetAction = 'read' | 'write';

/** @throws Problem 404 for a set that the policy does not name, 401 or 403 */
export function requireSetRight(
  current: Current,
  crate: Crate,
  set: string,
  action: SetAction,
  owner: string,
): SetRule {
  const rule = getSetRule(current, crate, set);
  if (!mayAct(accessToSet(current, crate, set, rule, action), toAttributes(owner))) refuseAccess(current, crate);
  return rule;
}

/** Whose sets have a member: of `owners`, or of anyone. @throws Problem 404 for a set not in the policy, 401 or 403 */
export function requireHoldersRight(current: Current, crate: Crate, set: string, owners?: readonly string[]): void {
  const access = accessToSet(current, crate, set, getSetRule(current, crate, set), 'read');
  const isAllowed = access.everything || owners?.every((owner) => mayAct(access, toAttributes(owner)));
  if (!isAllowed) refuseAccess(current, crate);
}

export function mayWriteSet(current: Current, crate: Crate, set: string, owner: string): boolean {
  return mayAct(accessToSet(current, crate, set, getSetRule(current, crate, set), 'write'), toAttributes(owner));
}

/**
 * Whether its owner shows a set to the actor; undefined where that is no question.
 * @param owner an id, or for those of many the column with it, with its table
 */
export function isShownSql(current: Current, crate: Crate, set: string, owner: string | Sql): Sql | undefined {
  const rule = getSetRule(current, crate, set);
  const { userId = null } = current.actor;
  if (rule.shownBy === undefined || owner === userId) return undefined;
  if (accessToSet(current, crate, set, rule, 'write').everything) return undefined;
  const id = typeof owner === 'string' ? sql`${owner}::text` : owner;
  return sql`(${id} = ${userId}::text or not ${hasChosenSql({ name: rule.shownBy }, 'no', id)})`;
}

function getSetRule(current: Current, crate: Crate, set: string): SetRule {
  const { sets = {} } = crate.policy;
  const rule = Object.hasOwn(sets, set) ? sets[set] : undefined;
  if (rule === undefined) throw new Problem(seesNothing(current, crate) ? noCrate : noSet);
  return rule;
}

function accessToSet({ actor }: Current, { policy }: Crate, set: string, rule: SetRule, action: SetAction): Access {
  return accessByGrants(policy, rule[action] ?? ['admin'], `sets.${set}.${action}`, actor);
}

/** As the evaluator sees it: a thing of its owner, without tags. */
function toAttributes(owner: string) {
  return { collaborators: [owner], tags: [] };
}
