import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole, requireUser } from '#app/current/permission.ts';
import { invalidMasquerade, unknownPage } from '#app/current/problems.ts';
import { isRole, mayMasquerade } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import { isProduction } from '#app/current/stage.ts';
import { Problem } from '#lib/problem.ts';
import { readSealed, seal } from '#lib/sealed.server.ts';
import { UNPROVED } from '#lib/sessions/sessions.server.ts';

import { testerAudit } from './audit-kinds.server.ts';
import { TESTER_MINUTES } from './tester-role.ts';
import type { TesterToken } from './tester-role.ts';

const PURPOSE = 'api-tester';

/**
 * A session of its own, sealed with a role below that of its owner: the token shows neither, opens no page, and has proved
 * nothing, so that it may do nothing that asks for a fresh sign-in. Needs staff, and is noted.
 * @throws Problem 400 for a role that is not below, 401, 403, 404 on production
 */
export async function openTesterToken(current: Current, role: string): Promise<TesterToken> {
  const { actor, stage, secret } = current;
  if (isProduction(stage)) throw new Problem(unknownPage);
  requireRole(current, 'staff');
  const userId = requireUser(current);
  if (!isRole(role) || !mayMasquerade(actor.role, role)) throw new Problem(invalidMasquerade);
  const device = { browser: 'API tester', system: role };
  return inTransaction(current, async (current) => {
    const lifetimeMs = TESTER_MINUTES * 60_000;
    const { token, session } = await current.sessions.create(userId, current.now(), device, {
      provedAt: UNPROVED,
      isByPasskey: actor.isByPasskey ?? false,
      lifetimeMs,
    });
    await recordAuditEntry(current, testerAudit.open, { target: `account/${userId}`, after: { role } });
    const sealed = seal(JSON.stringify({ session: token, role }), PURPOSE, secret);
    return { token: sealed, role, expiresAt: session.expiresAt.toISOString() };
  });
}

/** Its owner alone; again it changes nothing. @throws Problem 401, 403 */
export async function closeTesterToken(current: Current, token: string): Promise<void> {
  requireRole(current, 'staff');
  const userId = requireUser(current);
  const opened = readTesterToken(token, current.secret);
  const session = opened && (await current.sessions.find(opened.session, current.now()));
  if (opened === undefined || session?.userId !== userId) return;
  await inTransaction(current, async (current) => {
    await current.sessions.end(opened.session);
    await recordAuditEntry(current, testerAudit.close, {
      target: `account/${userId}`,
      after: { role: opened.role },
    });
  });
}

/** Undefined for what was not sealed here. The caller finds out whether its session has ended. */
export function readTesterToken(token: string, secret: string): { session: string; role: Role } | undefined {
  const sealed = readSealed(token, PURPOSE, secret);
  return sealed === undefined ? undefined : (JSON.parse(sealed) as { session: string; role: Role });
}
