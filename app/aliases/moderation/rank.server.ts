import type { Current } from '#app/current/current.server.ts';
import { refuse, requireRole, requireUser } from '#app/current/permission.ts';
import { isAtLeast, isSuper } from '#app/current/role.ts';
import { Problem } from '#lib/problem.ts';

import { ownAlias } from './problems.ts';

/** On names of lower roles; supers also on those of supers. @throws Problem 401, 403 also for one's own name */
export async function requireHigherRole(current: Current, userId: string): Promise<void> {
  requireRole(current, 'staff');
  if (userId === requireUser(current) || userId === '@me') throw new Problem(ownAlias);
  if (!(await isBelow(current, userId))) refuse(current);
}

export async function mayModerate(current: Current, userId: string): Promise<boolean> {
  return userId !== current.actor.userId && (await isBelow(current, userId));
}

async function isBelow({ actor, findRole, db }: Current, userId: string): Promise<boolean> {
  if (isSuper(actor.role)) return true;
  return !isAtLeast((await findRole(userId, db)) ?? 'public', actor.role);
}
