import { findAccounts } from '#app/accounts/staff/search.server.ts';
import { AccountsQuery } from '#app/accounts/staff/staff.ts';
import type { AccountList, FoundAccount } from '#app/accounts/staff/staff.ts';
import type { Current } from '#app/current/current.server.ts';
import { isAdmin } from '#app/current/role.ts';

import { findDeeds } from './audit/deeds.server.ts';
import type { Deed } from './audit/deed.ts';
import { findPendingWork } from './pending-work.server.ts';

const LINES = 5;
const MAX_RECENT_ENTRIES = 12;

export async function loadAdminHome(current: Current) {
  const [waiting, newest, banned, deeds] = await Promise.all([
    findPendingWork(current),
    listAccounts(current, 'newest'),
    listAccounts(current, 'banned'),
    findRecentDeeds(current),
  ]);
  return { waiting, newest, banned, deeds, now: current.now().getTime() };
}

async function listAccounts(current: Current, list: AccountList): Promise<FoundAccount[]> {
  return (await findAccounts(current, AccountsQuery.parse({ list, limit: LINES }))).accounts;
}

/** Only admins read the audit log. */
async function findRecentDeeds(current: Current): Promise<Deed[] | undefined> {
  return isAdmin(current.actor.role) ? findDeeds(current, { limit: MAX_RECENT_ENTRIES }) : undefined;
}
