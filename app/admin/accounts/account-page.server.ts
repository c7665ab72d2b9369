import { listEventsOf } from '#app/accounts/staff/events.server.ts';
import { getStaffAccount } from '#app/accounts/staff/staff-account.server.ts';
import { listNamesOf } from '#app/aliases/naming/lookup.server.ts';
import { findAuditEntries } from '#app/audit/audit.server.ts';
import type { AuditEntry } from '#app/audit/audit.ts';
import type { Current } from '#app/current/current.server.ts';
import { hasProof } from '#app/current/permission.ts';
import { isAdmin, isAtLeast } from '#app/current/role.ts';
import { countKeysOf } from '#app/delegation/keys.server.ts';

const EVENTS = 20;
const MAX_AUDIT_ENTRIES = 20;

export async function loadAccountPage(current: Current, userId: string) {
  const [account, names, keys, events, deeds] = await Promise.all([
    getStaffAccount(current, userId),
    listNamesOf(current, userId),
    countKeysOf(current, userId),
    listEventsOf(current, userId, EVENTS),
    findAuditEntriesAbout(current, userId),
  ]);
  const { role } = current.actor;
  return { account, names, keys, events, deeds, isProved: hasProof(current), mayChangeRole: isAtLeast(role, 'super') };
}

export type AccountPageData = Awaited<ReturnType<typeof loadAccountPage>>;

/** Only admins read the log. */
async function findAuditEntriesAbout(current: Current, userId: string): Promise<AuditEntry[] | undefined> {
  if (!isAdmin(current.actor.role)) return undefined;
  return (await findAuditEntries(current, { target: `account/${userId}`, limit: MAX_AUDIT_ENTRIES })).entries;
}
