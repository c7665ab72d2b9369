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

/** Refuses with 401 who has not signed in, with 403 whose role is below `least`. */
export function requireRole(current: PermissionContext, least: Role): void {
  if (!isAtLeast(current.actor.role, least)) refuse(current);
}

/** The asker's own id. @throws Problem 401 who has not signed in, 403 who asks by a key that is not for this */
export function requireUser(current: PermissionContext): string {
  return current.actor.userId ?? refuseVisitor(current);
}

/** The refusal of a deed that exists but is not for this asker. */
export function refuse(current: PermissionContext): never {
  const { userId, app } = current.actor;
  if (userId === undefined && app === undefined) refuseVisitor(current);
  throw new Problem(notAllowed);
}

/** To a tool, 401 means that its key has expired. */
function refuseVisitor({ actor }: PermissionContext): never {
  throw new Problem(actor.key === undefined ? badCredentials : keyMayNot);
}

/** How long one counts as having just signed in. */
export const PROOF_MINUTES = 15;

interface ProofContext {
  readonly actor: { readonly provedAt: Date | undefined };
  readonly now: () => Date;
}

/** Whether the asker has proved who they are a moment ago. */
export function hasProof({ actor, now }: ProofContext): boolean {
  return actor.provedAt !== undefined && now().getTime() - actor.provedAt.getTime() < PROOF_MINUTES * 60_000;
}

/** What is risky wants a fresh sign-in. @throws Problem 403 when the last is too old */
export function requireProof(current: ProofContext): void {
  if (!hasProof(current)) throw new Problem(proofRequired);
}
