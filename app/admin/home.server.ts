import { findAccounts } from '#app/accounts/staff/search.server.ts';
import { AccountsQuery } from '#app/accounts/staff/staff.ts';
import type { AccountList, FoundAccount } from '#app/accounts/staff/staff.ts';
import { findAuditEntries } from '#app/audit/audit.server.ts';
import type { AuditEntry } from '#app/audit/audit.ts';
import type { Current } from '#app/current/current.server.ts';
import { isAdmin } from '#app/current/role.ts';

import { findPendingWork } from './pending-work.server.ts';

const LINES = 5;
const MAX_RECENT_ENTRIES = 12;

export async function loadAdminHome(current: Current) {
  const [waiting, newest, banned, deeds] = await Promise.all([
    findPendingWork(current),
    listAccounts(current, 'newest'),
    listAccounts(current, 'banned'),
    findRecentAuditEntries(current),
  ]);
  return { waiting, newest, banned, deeds };
}

async function listAccounts(current: Current, list: AccountList): Promise<FoundAccount[]> {
  return (await findAccounts(current, AccountsQuery.parse({ list, limit: LINES }))).accounts;
}

/** Only admins read the audit log. */
async function findRecentAuditEntries(current: Current): Promise<AuditEntry[] | undefined> {
  if (!isAdmin(current.actor.role)) return undefined;
  return (await findAuditEntries(current, { limit: MAX_RECENT_ENTRIES })).entries;
}
