import { findShownNames } from '#app/aliases/aliases.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { findKnownUsers, findPersonStatus as findStandingIn, forgetPerson } from '#app/threads/people.server.ts';
import type { KnownUser, PersonStatus } from '#app/threads/people.server.ts';
import { toParticipantId } from '#app/threads/readers.server.ts';
import { Problem } from '#lib/problem.ts';

import { feedbackAudit } from './audit-kinds.server.ts';
import { blocked } from './problems.ts';

const NOUN = 'feedbag';

export function findPersonStatus(current: Current, userId: string): Promise<PersonStatus | undefined> {
  return findStandingIn(current, NOUN, [toParticipantId({ userId })]);
}

/** @returns whether what they write is shown at once @throws Problem 403 for who is blocked */
export async function requireUnblocked(current: Current): Promise<boolean> {
  const { userId } = current.actor;
  if (userId === undefined) return false;
  const status = await findPersonStatus(current, userId);
  if (status === 'blocked') throw new Problem(blocked);
  return status === 'trusted';
}

export interface KnownPerson extends KnownUser {
  readonly name: string;
}

/** The latest decisions. Needs staff. @throws Problem 401, 403 */
export async function findPeople(current: Current): Promise<KnownPerson[]> {
  requireRole(current, 'staff');
  const known = await findKnownUsers(current, NOUN);
  const names = await findShownNames(
    current,
    known.map(({ userId }) => userId),
  );
  return known.map((one) => Object.assign(one, { name: names.get(one.userId) ?? one.userId }));
}

/** Neither trusted nor blocked any more. Needs staff. @throws Problem 401, 403 */
export async function forgetDecision(current: Current, userId: string): Promise<void> {
  requireRole(current, 'staff');
  await inTransaction(current, async (current) => {
    if (!(await forgetPerson(current, { noun: NOUN, userId, participantIds: [] }))) return;
    await recordAuditEntry(current, feedbackAudit.person, { target: `account/${userId}`, after: { standing: '' } });
  });
}
