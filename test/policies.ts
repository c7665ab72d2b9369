import fc from 'fast-check';

import { ROLES } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import { ACTIONS } from '#app/storage/crates/policy.ts';
import type { Action, Principal, Grant, ItemAttributes, Policy } from '#app/storage/crates/policy.ts';

/** The tags of items and rules; two of them are of a key that rules may protect as a whole. */
export const TAGS = ['red', 'secret', 'quiet', 'award:gold', 'award:silver', 'awards'] as const;

const subject = fc.constantFrom(...ROLES, 'owner' as const, 'collaborator' as const, 'app' as const);
const condition = fc.constantFrom(...TAGS, ...TAGS.map((tag) => `-${tag}`));
const grant: fc.Arbitrary<Grant> = fc.oneof(
  subject,
  fc.record({ to: subject, tags: fc.array(condition, { minLength: 1, maxLength: 3 }) }),
);
const grants = fc.array(grant, { maxLength: 3 });

/** Any rules of any actions, with hidden and protected tags. */
export const policies: fc.Arbitrary<Policy> = fc
  .record(
    {
      rules: fc.dictionary(fc.constantFrom(...ACTIONS), grants),
      hide: fc.dictionary(fc.constantFrom(...TAGS), fc.constantFrom(...ROLES, 'direct' as const)),
      protect: fc.dictionary(fc.constantFrom(...TAGS, 'award:*', 'none:*'), fc.constantFrom(...ROLES)),
    },
    { requiredKeys: ['rules'] },
  )
  .map(({ rules, ...tags }) => Object.assign(rules, tags));

export const tagLists = fc.subarray([...TAGS]);

/** Items of some people, the first of whom owns them. */
export function itemsOf(people: readonly string[]): fc.Arbitrary<ItemAttributes> {
  return fc.record({
    collaborators: fc.shuffledSubarray([...people], { minLength: 1, maxLength: 3 }),
    tags: tagLists,
  });
}

/** Some of the people in any role, nobody, and app keys. */
export function principalsOf(people: readonly string[]): fc.Arbitrary<Principal> {
  const signedIn = fc.record({
    userId: fc.constantFrom(...people),
    role: fc.constantFrom(...ROLES.filter((role) => role !== 'public')),
  });
  const nobody = { userId: undefined, role: 'public' } as const;
  return fc.oneof(signedIn, fc.constantFrom<Principal>(nobody, { ...nobody, app: 'k3y' }));
}

/** The rules in plain words: may the principal do this to the item? */
export function passes(
  policy: Policy,
  action: Action,
  principal: Principal,
  item: ItemAttributes,
  direct: boolean,
): boolean {
  if (action === 'override' && !isFrom(principal.role, 'staff')) return false;
  const isAllowed = grantsOf(policy, action).some((grant) => lets(grant, principal, item));
  if (!isAllowed || action === 'override') return isAllowed;
  if (principal.userId !== undefined && item.collaborators.includes(principal.userId)) return true;
  return item.tags.every((tag) => {
    const least = policy.hide?.[tag];
    if (least === 'direct') return direct || isFrom(principal.role, 'staff');
    return least === undefined || isFrom(principal.role, least);
  });
}

/** Whether there can be an item that the rules let the principal have. */
export function mayAny(policy: Policy, action: Action, principal: Principal): boolean {
  if (action === 'override' && !isFrom(principal.role, 'staff')) return false;
  return grantsOf(policy, action).some((grant) => {
    const to = typeof grant === 'string' ? grant : grant.to;
    return to === 'owner' || to === 'collaborator' ? principal.userId !== undefined : lets(to, principal, undefined);
  });
}

/** May this role turn these tags of an item into those? */
export function mayTurn(policy: Policy, role: Role, before: readonly string[], after: readonly string[]): boolean {
  return Object.entries(policy.protect ?? {}).every(([protect, least]) => {
    if (isFrom(role, least)) return true;
    const kept = (tags: readonly string[]) =>
      tags
        .filter((tag) => (protect.endsWith(':*') ? tag.startsWith(protect.slice(0, -1)) : tag === protect))
        .toSorted();
    return kept(before).join() === kept(after).join();
  });
}

function grantsOf(policy: Policy, action: Action): readonly Grant[] {
  if (action === 'override') return policy.override ?? ['staff'];
  if (action === 'transfer') return policy.transfer ?? ['owner', 'admin'];
  return policy[action] ?? ['admin'];
}

function lets(grant: Grant, principal: Principal, item: ItemAttributes | undefined): boolean {
  if (typeof grant === 'object') {
    const holds = (term: string) =>
      term.startsWith('-') ? !item?.tags.includes(term.slice(1)) : item?.tags.includes(term) === true;
    return lets(grant.to, principal, item) && grant.tags.every(holds);
  }
  if (grant === 'owner') return principal.userId !== undefined && item?.collaborators[0] === principal.userId;
  if (grant === 'collaborator')
    return principal.userId !== undefined && item?.collaborators.includes(principal.userId) === true;
  return grant === 'app' ? principal.app !== undefined : isFrom(principal.role, grant);
}

function isFrom(role: Role, least: Role): boolean {
  return { public: 0, authenticated: 1, staff: 2, admin: 3, super: 4 }[role] >= ROLES.indexOf(least);
}
