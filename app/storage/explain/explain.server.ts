import { findRole } from '#app/accounts/accounts.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { isAtLeast, isRole } from '#app/current/role.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { getCrate } from '../crates/crates.server.ts';
import { ACTIONS, accessTo, evaluate } from '../crates/policy.ts';
import type { Action, Principal, ItemAttributes, Policy, Verdict } from '../crates/policy.ts';
import { isItemId } from '../item.ts';
import { noItem } from '../problems.ts';
import { accessByRight, writeRight } from '../stats/rules.ts';
import { createVerdict } from '../writes/creates.server.ts';
import type { Explanation } from './explanation.ts';

/** An id that nobody has: a bare role owns and shares nothing. */
const ANYONE = '-';
/** They answer with the item or a former state of it, and so need the right to read it too. */
const DISCLOSING_ACTIONS: ReadonlySet<Action> = new Set(['update', 'tag', 'collaborate', 'transfer', 'history']);

/** @param as a role, `app` or a user id, by default the actor  @throws Problem 401 or 403 below staff, 404 */
export async function explainItem(
  current: Current,
  crateId: string,
  itemId: string,
  as: string | undefined,
): Promise<Explanation> {
  requireRole(current, 'staff');
  const { policy } = await getCrate(current, crateId);
  const [item] = isItemId(itemId)
    ? await current.db.query<Pick<Row<'items'>, 'collaborators' | 'tags'>>(
        sql`select collaborators, tags from items where crate_id = ${crateId} and item_id = ${itemId}`,
      )
    : [];
  if (item === undefined) throw new Problem(noItem);
  const principal = as === undefined ? current.actor : await readPrincipal(current, as);
  const { userId, role, app } = principal;
  const verdicts = ACTIONS.map((action) => [action, judgeAction(policy, action, principal, item)] as const);
  return {
    as: { userId: userId === undefined || userId === ANYONE ? null : userId, role, app: app !== undefined },
    actions: Object.fromEntries(verdicts) as Record<Action, Verdict>,
    stats: judgeWrites(policy, 'stats', principal, item),
    records: judgeWrites(policy, 'records', principal, item),
    protect: judgeProtectedTags(policy, principal),
  };
}

async function readPrincipal({ db, rowCache }: Current, as: string): Promise<Principal> {
  if (as === 'app') return { userId: undefined, role: 'public', app: ANYONE };
  if (isRole(as)) return { userId: as === 'public' ? undefined : ANYONE, role: as };
  return { userId: as, role: (await findRole(db, rowCache, as)) ?? 'authenticated' };
}

function judgeAction(policy: Policy, action: Action, principal: Principal, item: ItemAttributes): Verdict {
  if (action === 'create') return createVerdict(policy, principal, [principal.userId ?? ''], item.tags);
  const verdict = evaluate(accessTo(policy, action, principal, action !== 'list'), item);
  if (!verdict.allowed || !DISCLOSING_ACTIONS.has(action)) return verdict;
  const read = evaluate(accessTo(policy, 'read', principal, true), item);
  return read.allowed ? verdict : read;
}

function judgeWrites(
  policy: Policy,
  kind: 'stats' | 'records',
  principal: Principal,
  item: ItemAttributes,
): Record<string, Verdict> {
  // A record needs a holder; only an app key names another one.
  const isNobodys = kind === 'records' && principal.userId === undefined && principal.app === undefined;
  const verdicts = Object.keys(policy[kind] ?? {}).map((name) => {
    const access = accessByRight(policy, writeRight(policy, kind, name), principal);
    return [name, isNobodys ? { allowed: false, rule: 'holder' } : evaluate(access, item)] as const;
  });
  return Object.fromEntries(verdicts);
}

function judgeProtectedTags({ protect = {} }: Policy, { role }: Principal): Record<string, Verdict> {
  const verdicts = Object.entries(protect).map(
    ([tag, least]) => [tag, { allowed: isAtLeast(role, least), rule: `protect.${tag}` }] as const,
  );
  return Object.fromEntries(verdicts);
}
