import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireProof, requireRole } from '#app/current/permission.ts';
import { Problem } from '#lib/problem.ts';

import { accountAudit } from '../audit-kinds.server.ts';
import { endOpenProofs } from '../open-sign-ins.server.ts';
import { noSession } from './problems.ts';
import { lockTarget, noteForOwner, toAuditTarget } from './target.server.ts';

/** All sessions without `loginId`. Needs staff and a fresh sign-in. @throws Problem 401, 403, 404 */
export async function endUserSessions(
  current: Current,
  userId: string,
  loginId: string | undefined,
  reason: string,
): Promise<void> {
  requireRole(current, 'staff');
  requireProof(current);
  await inTransaction(current, async (current) => {
    await lockTarget(current, userId);
    // Before the sessions, so that a sign-in that is being completed ends with them.
    await endOpenProofs(current, userId);
    const sessions = current.sessions;
    const ended =
      loginId === undefined ? await sessions.endAll(userId) : Number(await sessions.endOne(userId, loginId));
    if (loginId !== undefined && ended === 0) throw new Problem(noSession);
    if (ended === 0) return;
    await noteForOwner(current, userId, loginId === undefined ? 'sessionsEnded' : 'sessionEnded');
    const after = { ended, ...(loginId !== undefined && { loginId }) };
    await recordAuditEntry(current, accountAudit.endSessions, { target: toAuditTarget(userId), after, reason });
  });
}
