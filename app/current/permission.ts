import { Problem } from '#lib/problem.ts';

import { badCredentials, notAllowed } from './problems.ts';
import { isAtLeast } from './role.ts';
import type { Role } from './role.ts';

interface Asker {
  readonly actor: { readonly userId: string | undefined; readonly role: Role; readonly app?: string | undefined };
}

/** Refuses with 401 who has not signed in, with 403 whose role is below `least`. */
export function requireRole(current: Asker, least: Role): void {
  if (!isAtLeast(current.actor.role, least)) refuse(current);
}

/** The asker's own id. @throws Problem 401 who has not signed in */
export function requireUser(current: Asker): string {
  if (current.actor.userId === undefined) throw new Problem(badCredentials);
  return current.actor.userId;
}

/** The refusal of a deed that exists but is not for this asker. */
export function refuse(current: Asker): never {
  const { userId, app } = current.actor;
  throw new Problem(userId === undefined && app === undefined ? badCredentials : notAllowed);
}
