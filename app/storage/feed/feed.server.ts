import type { Current } from '#app/current/current.server.ts';
import { Problem } from '#lib/problem.ts';

import type { Crate } from '../crates/crate.ts';
import { getCrate } from '../crates/crates.server.ts';
import { accessTo, allowsNothing } from '../crates/policy.ts';
import type { Access } from '../crates/policy.ts';
import { noCrate } from '../problems.ts';
import { computeScope } from './position.server.ts';

export interface Feed {
  readonly crate: Crate;
  readonly access: Access;
  readonly scope: string;
}

/** @throws Problem 404 for a crate that does not exist or that the actor may not list */
export async function feedFor(current: Current, crateId: string): Promise<Feed> {
  const crate = await getCrate(current, crateId);
  const access = accessTo(crate.policy, 'list', current.actor, false);
  if (allowsNothing(access)) throw new Problem(noCrate);
  return { crate, access, scope: computeScope(crate, access) };
}
