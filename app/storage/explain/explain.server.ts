import { findRole } from '#app/accounts/accounts.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { isAtLeast, isRole } from '#app/current/role.ts';
import { Problem } from '#lib/problem.ts';

import { getCrate } from '../crates/crates.server.ts';
import { ACTIONS, accessTo, judge } from '../crates/policy.ts';
import type { Action, Principal, ItemAttributes, Policy, Verdict } from '../crates/policy.ts';
import { isItemId } from '../item.ts';
import { noItem } from '../problems.ts';
import { accessByRight, writeRight } from '../stats/rules.ts';
import { createVerdict } from '../writes/creates.server.ts';
import type { Explanation } from './explanation.ts';

/** An id that nobody has: who is asked about only by role owns and shares nothing. */
const ANYONE = '-';
/** What tells the whole item, or what it was, so that it also needs the right to read it. */
const DISCLOSING_ACTIONS: ReadonlySet<Action> = new Set(['update', 'tag', 'collaborate', 'transfer', 'history']);

/**
 * What someone may do to an item, by the evaluator that decides it. Needs staff.
 * @param as a role, `app`, or the id of a user, who without an account is an authenticated stranger; else the asker
 * @throws Problem 401 or 403, 404 for an unknown crate or item
 */
export async function explainItem(
  current: Current,
  crateId: string,
  itemId: string,
  as: string | undefined,
): Promise<Explanation> {
  requireRole(current, 'staff');
  const { policy } = await getCrate(current, crateId);
  const [item] = isItemId(itemId) ? await current.db.query<ExplainedItemRow>(SELECT, [crateId, itemId]) : [];
  if (item === undefined) throw new Problem(noItem);
  const asker = as === undefined ? current.actor : await principalOf(current, as);
  const { userId, role, app } = asker;
  const verdicts = ACTIONS.map((action) => [action, verdictOf(policy, action, asker, item)] as const);
  return {
    as: { userId: userId === undefined || userId === ANYONE ? null : userId, role, app: app !== undefined },
    actions: Object.fromEntries(verdicts) as Record<Action, Verdict>,
    stats: writesOf(policy, 'stats', asker, item),
    records: writesOf(policy, 'records', asker, item),
    protect: protectedOf(policy, asker),
  };
}

interface ExplainedItemRow extends ItemAttributes {
  user_id: string;
}

async function principalOf({ db, rowCache }: Current, as: string): Promise<Principal> {
  if (as === 'app') return { userId: undefined, role: 'public', app: ANYONE };
  if (isRole(as)) return { userId: as === 'public' ? undefined : ANYONE, role: as };
  return { userId: as, role: (await findRole(db, rowCache, as)) ?? 'authenticated' };
}

function verdictOf(policy: Policy, action: Action, asker: Principal, item: ItemAttributes): Verdict {
  if (action === 'create') return createVerdict(policy, asker, [asker.userId ?? ''], item.tags);
  const verdict = judge(accessTo(policy, action, asker, action !== 'list'), item);
  if (!verdict.allowed || !DISCLOSING_ACTIONS.has(action)) return verdict;
  const read = judge(accessTo(policy, 'read', asker, true), item);
  return read.allowed ? verdict : read;
}

function writesOf(
  policy: Policy,
  kind: 'stats' | 'records',
  asker: Principal,
  item: ItemAttributes,
): Record<string, Verdict> {
  // A record is somebody's; only an app key names its holder.
  const isNobodys = kind === 'records' && asker.userId === undefined && asker.app === undefined;
  const verdicts = Object.keys(policy[kind] ?? {}).map((name) => {
    const access = accessByRight(policy, writeRight(policy, kind, name), asker);
    return [name, isNobodys ? { allowed: false, rule: 'holder' } : judge(access, item)] as const;
  });
  return Object.fromEntries(verdicts);
}

function protectedOf({ protect = {} }: Policy, { role }: Principal): Record<string, Verdict> {
  const verdicts = Object.entries(protect).map(
    ([tag, least]) => [tag, { allowed: isAtLeast(role, least), rule: `protect.${tag}` }] as const,
  );
  return Object.fromEntries(verdicts);
}

const SELECT = {
  name: 'item_judged',
  text: 'select user_id, collaborators, tags from items where crate_id = $1 and item_id = $2',
};
