import { recordDeed } from '#app/audit/audit.server.ts';
import { findAliases } from '#app/aliases/aliases.server.ts';
import type { Current, Database } from '#app/current/current.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import { refuse, requireRole, requireUser } from '#app/current/permission.ts';
import { isAdmin } from '#app/current/role.ts';
import type { Role } from '#app/current/role.ts';
import type { Memory, Remembered } from '#lib/database/memory.server.ts';
import { Problem } from '#lib/problem.ts';

import type { SessionUser } from './account.ts';
import { noAccount } from './problems.ts';

const ACCOUNT: Remembered<{ role: Role }> = { topic: 'account' };

/** The role of an account, for `app.server.ts`, which asks before there is a `Current`. */
export async function findRole(db: Database, memory: Memory, userId: string): Promise<Role | undefined> {
  const account = await memory.get(ACCOUNT, userId, async () => {
    const [row] = await db.query<{ role: Role }>(SELECT_ROLE, [userId]);
    return row;
  });
  return account?.role;
}

/**
 * The session user of an account: one's own, or any for admins.
 * @throws Problem 401 who has not signed in, 403 for someone else's, 404 when there is none
 */
export async function getSessionUser(current: Current, wantedId: string): Promise<SessionUser> {
  const own = requireUser(current);
  const userId = wantedId === '@me' ? own : wantedId;
  const { actor } = current;
  if (userId !== own && !isAdmin(actor.role)) refuse(current);
  const usertype = await findRole(current.db, current.memory, userId);
  if (usertype === undefined || usertype === 'public') throw new Problem(noAccount);
  const [alias] = await findAliases(current, 'rumpus', [userId]);
  const mine = userId === own;
  const masquerade = mine && actor.masquerade !== 'public' ? actor.masquerade : undefined;
  const loginId = (mine && actor.loginId) || null;
  return { userId, alias: alias?.alias ?? null, loginId, usertype, bsidx: null, ...(masquerade && { masquerade }) };
}

/** Creates an account or sets its role. Needs super. */
export async function setAccount(current: Current, userId: string, role: Role): Promise<void> {
  requireRole(current, 'super');
  await inTransaction(current, async (current) => {
    await current.db.query(UPSERT, [userId, role, current.now()]);
    await recordDeed(current, { action: 'account.set', target: `account/${userId}`, after: { role } });
  });
  current.memory.forget(ACCOUNT, userId);
}

/** Whether anyone has an account yet. Needs super. */
export async function hasAccounts(current: Current): Promise<boolean> {
  requireRole(current, 'super');
  const [row] = await current.db.query<{ filled: boolean }>(FILLED, []);
  return row?.filled ?? false;
}

const FILLED = { name: 'accounts_filled', text: 'select exists (select from accounts) as filled' };
const SELECT_ROLE = { name: 'account_role', text: 'select role from accounts where user_id = $1' };
const UPSERT = {
  name: 'account_upsert',
  text: `insert into accounts (user_id, role, created_at) values ($1, $2, $3)
    on conflict (user_id) do update set role = excluded.role`,
};
