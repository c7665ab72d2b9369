import { Problem } from '#lib/problem.ts';

import { badCredentials, keyMayNot, notAllowed, proofRequired } from './problems.ts';
import { isAtLeast } from './role.ts';
import type { Role } from './role.ts';

interface PermissionContext {
  readonly actor: {
    readonly userId: string | undefined;
    readonly role: Role;
    readonly app?: string | undefined;
    readonly key?: object | undefined;
  };
}

/** @throws Problem 401 without a session, 403 when the role is below `least` */
export function requireRole(current: PermissionContext, least: Role): void {
  if (!isAtLeast(current.actor.role, least)) refuse(current);
}

/** @throws Problem 401 without a session, 403 with a key that does not permit this */
export function requireUser(current: PermissionContext): string {
  return current.actor.userId ?? refuseVisitor(current);
}

/** A game’s server by its key, or staff who try what it does. @throws Problem 401 without a session, 403 */
export function requireGameServer(current: PermissionContext): void {
  if (current.actor.app === undefined) requireRole(current, 'staff');
}

/** @throws Problem 401 without a session, 403 with one */
export function refuse(current: PermissionContext): never {
  const { userId, app } = current.actor;
  if (userId === undefined && app === undefined) refuseVisitor(current);
  throw new Problem(notAllowed);
}

/** For a tool, 401 means that its key has expired. */
function refuseVisitor({ actor }: PermissionContext): never {
  throw new Problem(actor.key === undefined ? badCredentials : keyMayNot);
}

export const PROOF_MINUTES = 15;

interface ProofContext {
  readonly actor: { readonly provedAt: Date | undefined };
  readonly now: () => Date;
}

export function hasProof({ actor, now }: ProofContext): boolean {
  return actor.provedAt !== undefined && now().getTime() - actor.provedAt.getTime() < PROOF_MINUTES * 60_000;
}

/** @throws Problem 403 without a fresh sign-in */
export function requireProof(current: ProofContext): void {
  if (!hasProof(current)) throw new Problem(proofRequired);
}
