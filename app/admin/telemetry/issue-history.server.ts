import type { AuditSentence } from '#app/audit/audit-sentence.ts';
import type { Current } from '#app/current/current.server.ts';
import { isAdmin } from '#app/current/role.ts';
import type { ConsoleParts } from '#app/noun/noun.server.ts';
import { toIssueTarget } from '#app/telemetry/issues/issue.ts';

import { findAuditSentences } from '../audit/audit-sentences.server.ts';

const MAX_ENTRIES = 20;

/** Only admins read the log. */
export async function findIssueHistory(
  current: Current,
  kinds: ConsoleParts['auditKinds'],
  issueId: string,
): Promise<AuditSentence[] | undefined> {
  if (!isAdmin(current.actor.role)) return undefined;
  return findAuditSentences(current, kinds, { target: toIssueTarget(issueId), limit: MAX_ENTRIES });
}
