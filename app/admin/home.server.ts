import { findAccounts } from '#app/accounts/staff/search.server.ts';
import { AccountsQuery } from '#app/accounts/staff/staff.ts';
import type { AccountList, FoundAccount } from '#app/accounts/staff/staff.ts';
import type { AuditSentence } from '#app/audit/audit-sentence.ts';
import type { Current } from '#app/current/current.server.ts';
import { isAdmin } from '#app/current/role.ts';
import type { ConsoleParts } from '#app/noun/noun.server.ts';

import { findAuditSentences } from './audit/audit-sentences.server.ts';
import { findHealth } from './health/health.server.ts';
import { findPendingWork } from './pending-work.server.ts';

const LINES = 5;
const MAX_RECENT_ENTRIES = 12;

export async function loadAdminHome(current: Current, parts: ConsoleParts) {
  const [waiting, health, newest, banned, auditSentences] = await Promise.all([
    findPendingWork(current, parts),
    findHealth(current, parts),
    listAccounts(current, 'newest'),
    listAccounts(current, 'banned'),
    findRecentAuditSentences(current, parts),
  ]);
  return { waiting, health, newest, banned, auditSentences, now: current.now().getTime() };
}

async function listAccounts(current: Current, list: AccountList): Promise<FoundAccount[]> {
  return (await findAccounts(current, AccountsQuery.parse({ list, limit: LINES }))).accounts;
}

/** Only admins read the audit log. */
async function findRecentAuditSentences(
  current: Current,
  { auditKinds }: ConsoleParts,
): Promise<AuditSentence[] | undefined> {
  if (!isAdmin(current.actor.role)) return undefined;
  return findAuditSentences(current, auditKinds, { limit: MAX_RECENT_ENTRIES });
}
