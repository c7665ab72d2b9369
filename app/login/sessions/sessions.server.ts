import { endOpenProofs } from '#app/accounts/open-sign-ins.server.ts';
import { noteSecurityEvent } from '#app/accounts/security-log/security-log.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';

import type { OwnSession } from './own-session.ts';

/** This one first, then the last used. @throws Problem 401 */
export async function listOwnSessions(current: Current): Promise<OwnSession[]> {
  const userId = requireUser(current);
  const sessions = await current.sessions.list(userId, current.now());
  const own = sessions.map(({ loginId, device: { browser, system }, createdAt, lastUsedAt }) => {
    const isThis = loginId === current.actor.loginId;
    return { loginId, isThis, browser, system, createdAt, lastUsedAt };
  });
  return own.toSorted((one, other) => Number(other.isThis) - Number(one.isThis));
}

/** @returns whether there was one @throws Problem 401 */
export async function endOwnSession(current: Current, loginId: string): Promise<boolean> {
  const userId = requireUser(current);
  return inTransaction(current, async (current) => {
    const ended = await current.sessions.endOne(userId, loginId);
    if (ended) await noteSecurityEvent(current, userId, 'sessionEnded');
    return ended;
  });
}

/** And the pending sign-ins. @returns how many @throws Problem 401 */
export async function endOtherSessions(current: Current): Promise<number> {
  const userId = requireUser(current);
  return inTransaction(current, async (current) => {
    // Before the sessions, so that no pending code begins another.
    await endOpenProofs(current, userId);
    const ended = await current.sessions.endAll(userId, current.actor.loginId);
    if (ended > 0) await noteSecurityEvent(current, userId, 'sessionsEnded', { count: ended });
    return ended;
  });
}
