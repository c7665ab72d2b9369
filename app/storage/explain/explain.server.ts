import { findRole } from '#app/accounts/accounts.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { isAtLeast, isRole } from '#app/current/role.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { getCrate } from '../crates/crates.server.ts';
import { ACTIONS, accessTo, evaluate } from '../crates/policy.ts';
import type { Access, Action, Principal, ItemAttributes, Policy, Verdict } from '../crates/policy.ts';
import { isItemId } from '../item.ts';
import { noItem, unknownDeed } from '../problems.ts';
import { accessByRight, writeRight } from '../stats/rules.ts';
import { createVerdict } from '../writes/creates.server.ts';
import type { DeedExplanation, Explanation } from './explanation.ts';

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
  const verdicts = ACTIONS.map((action) => [action, judgeAction(policy, action, principal, item)] as const);
  return {
    as: describePrincipal(principal),
    actions: Object.fromEntries(verdicts) as Record<Action, Verdict>,
    stats: judgeWrites(policy, 'stats', principal, item),
    records: judgeWrites(policy, 'records', principal, item),
    protect: judgeProtectedTags(policy, principal),
  };
}

/**
 * @param deed an action, or a stat, a record or a protected tag, such as `stats.plays` or `protect.award:*`
 * @param itemId or the name of an item; undefined for any
 * @throws Problem 401 or 403 below staff, 404 for an unknown crate, item or deed
 */
export async function explainDeed(
  current: Current,
  crateId: string,
  { as, deed, itemId }: { readonly as: string; readonly deed: string; readonly itemId?: string | undefined },
): Promise<DeedExplanation> {
  requireRole(current, 'staff');
  const { policy } = await getCrate(current, crateId);
  if (itemId !== undefined) {
    const explanation = await explainItem(current, crateId, await findItemId(current, crateId, itemId), as);
    const verdict = verdictOf(explanation, deed);
    if (verdict === undefined) throw new Problem(unknownDeed);
    const { allowed, rule } = verdict;
    return { as: explanation.as, answer: allowed ? 'yes' : 'no', rule, alternatives: [], hiddenTags: [] };
  }
  const principal = await readPrincipal(current, as);
  return { as: describePrincipal(principal), ...judgeDeed(policy, deed, principal) };
}

/** What may be asked of the policy of a crate. */
export function listDeeds({ stats = {}, records = {}, protect = {} }: Policy): string[] {
  const named = Object.entries({ stats, records, protect }).flatMap(([kind, rules]) =>
    Object.keys(rules).map((name) => `${kind}.${name}`),
  );
  return [...ACTIONS, ...named];
}

async function findItemId({ db }: Current, crateId: string, nameOrId: string): Promise<string> {
  if (isItemId(nameOrId)) return nameOrId;
  // PostgreSQL takes no null character, which no name has.
  const [row] = nameOrId.includes('\0')
    ? []
    : await db.query<Pick<Row<'items'>, 'item_id'>>(
        sql`select item_id from items where crate_id = ${crateId} and sort_name = ${nameOrId.normalize('NFC')}`,
      );
  if (row === undefined) throw new Problem(noItem);
  return row.item_id;
}

function verdictOf({ actions, stats, records, protect }: Explanation, deed: string): Verdict | undefined {
  const [kind, name] = splitDeed(deed);
  const verdicts: Readonly<Record<string, Verdict>> = { '': actions, stats, records, protect }[kind] ?? {};
  return Object.hasOwn(verdicts, name) ? verdicts[name] : undefined;
}

function splitDeed(deed: string): [kind: string, name: string] {
  const at = deed.indexOf('.');
  return at === -1 ? ['', deed] : [deed.slice(0, at), deed.slice(at + 1)];
}

function judgeDeed(policy: Policy, deed: string, principal: Principal): Omit<DeedExplanation, 'as'> {
  if (!listDeeds(policy).includes(deed)) throw new Problem(unknownDeed);
  const [kind, name] = splitDeed(deed);
  if (kind === 'protect') return certain(judgeProtectedTags(policy, principal)[name]);
  if (kind === 'stats' || kind === 'records') {
    if (kind === 'records' && isNobody(principal)) return certain({ allowed: false, rule: 'holder' });
    return judgeAccess(accessByRight(policy, writeRight(policy, kind, name), principal));
  }
  const action = ACTIONS.find((one) => one === name) ?? 'read';
  const own = judgeAccess(accessTo(policy, action, principal, action !== 'list'));
  if (action === 'create') {
    const verdict = createVerdict(policy, principal, [principal.userId ?? ''], []);
    return verdict.allowed || verdict.rule === 'owner' ? certain(verdict) : own;
  }
  if (own.answer === 'no' || !DISCLOSING_ACTIONS.has(action)) return own;
  const read = judgeAccess(accessTo(policy, 'read', principal, true));
  if (read.answer === 'no') return read;
  return own.answer === 'yes' && read.answer === 'sometimes' ? read : own;
}

function judgeAccess(access: Access): Omit<DeedExplanation, 'as'> {
  const { alternatives, everything, hiddenTags, otherwise } = access;
  const [first] = alternatives;
  if (first === undefined) return certain({ allowed: false, rule: otherwise });
  const always = alternatives.find(
    ({ who, included, excluded }) => who === 'everything' && included.length + excluded.length === 0,
  );
  if (everything && hiddenTags.length === 0) return certain({ allowed: true, rule: always?.rule ?? first.rule });
  return {
    answer: 'sometimes',
    rule: first.rule,
    alternatives: always === undefined ? alternatives : [always],
    hiddenTags,
  };
}

function certain(verdict: Verdict | undefined): Omit<DeedExplanation, 'as'> {
  const { allowed, rule } = verdict ?? { allowed: false, rule: '' };
  return { answer: allowed ? 'yes' : 'no', rule, alternatives: [], hiddenTags: [] };
}

function describePrincipal({ userId, role, app }: Principal): Explanation['as'] {
  return { userId: userId === undefined || userId === ANYONE ? null : userId, role, app: app !== undefined };
}

/** A record needs a holder; only an app key names another one. */
function isNobody({ userId, app }: Principal): boolean {
  return userId === undefined && app === undefined;
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
  const isNobodys = kind === 'records' && isNobody(principal);
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
