import { VISITOR } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { listCrates } from '#app/storage/crates/crates.server.ts';
import { accessByGrants, accessTo, allowsNothing } from '#app/storage/crates/policy.ts';
import type { Action, Grant, Policy, Principal } from '#app/storage/crates/policy.ts';

import type { CrateForApps } from './leak.ts';

const MAX_CRATES = 500;
const ANY_APP: Principal = { userId: undefined, role: 'public', app: 'any' };

/** Needs admin. @throws Problem 401 or 403 */
export async function findCratesForApps(current: Current): Promise<CrateForApps[]> {
  const crates = await listCrates(current, MAX_CRATES, '');
  return crates.map(({ crateId, name, policy }) => Object.assign({ crateId, name }, rightsIn(policy)));
}

function rightsIn(policy: Policy): Omit<CrateForApps, 'crateId' | 'name'> {
  const may = (...actions: Action[]) =>
    actions.some((action) => !allowsNothing(accessTo(policy, action, ANY_APP, true)));
  const isGranted = (grants: readonly Grant[] | undefined) =>
    grants !== undefined && !allowsNothing(accessByGrants(policy, grants, 'write', ANY_APP));
  const sets = Object.values(policy.sets ?? {});
  const mayWriteAny = (rules: readonly { readonly write?: readonly Grant[] | undefined }[]) =>
    rules.some(({ write }) => isGranted(write));
  return {
    isOpen: !allowsNothing(accessTo(policy, 'read', VISITOR, true)),
    reads: may('list', 'read', 'history') || sets.some(({ read }) => isGranted(read)),
    makes: may('create'),
    changes: may('update', 'tag', 'collaborate', 'transfer') || mayWriteAny(sets),
    deletes: may('delete'),
    stats: may('stat') || mayWriteAny(Object.values(policy.stats ?? {})),
    records: may('stat') || mayWriteAny(Object.values(policy.records ?? {})),
  };
}
