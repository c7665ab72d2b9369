import * as z from 'zod/mini';

import { findMissingAccounts } from '#app/accounts/accounts.server.ts';
import { accountAudit } from '#app/accounts/audit-kinds.server.ts';
import { findKeptId } from '#app/accounts/merged-ids.server.ts';
import { requireMergeable } from '#app/accounts/merged.server.ts';
import { Reason } from '#app/accounts/staff/staff.ts';
import { lockTarget, toAuditTarget } from '#app/accounts/staff/target.server.ts';
import type { ApprovalKind } from '#app/approvals/approval-kind.server.ts';
import type { AskedApproval } from '#app/approvals/approval.ts';
import { askApproval, needsSecondPerson } from '#app/approvals/approvals.server.ts';
import { aboutUser, asText, withValues } from '#app/audit/audit-kind.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireProof, requireRole } from '#app/current/permission.ts';

import type { MergePreview } from './merge.ts';
import { beginMoving } from './merges.server.ts';
import { previewMerge } from './preview.server.ts';

export const StaffMerge = z.object({
  into: z.string().check(z.trim(), z.regex(/^@?[a-zA-Z0-9]{1,32}$/, 'a Lookup Code')),
  reason: Reason,
});

/**
 * What that would do. Needs admin. @param typed a Lookup Code @returns undefined where it is nobody's, or that of the same account
 * @throws Problem 401, 403
 */
export async function previewStaffMerge(
  current: Current,
  goneId: string,
  typed: string,
): Promise<MergePreview | undefined> {
  requireRole(current, 'admin');
  const { success, data: into } = StaffMerge.shape.into.safeParse(typed);
  const keptId = success ? await readCode(current, into) : goneId;
  const isNobody = keptId === goneId || (await findMissingAccounts(current.db, [goneId, keptId])).length > 0;
  return isNobody ? undefined : previewMerge(current, { goneId, keptId });
}

async function readCode(current: Current, typed: string): Promise<string> {
  const code = typed.replace(/^@/, '').toLowerCase();
  return (await findKeptId(current, code)) ?? code;
}

/**
 * For somebody who has convinced us that both are theirs. Needs admin and a fresh sign-in, and two accounts below their role. It is not
 * taken back. @param goneId of whose page it is @returns what waits for a second person @throws Problem 401, 403, 404, 409
 */
export async function mergeByStaff(
  current: Current,
  goneId: string,
  { into, reason }: z.output<typeof StaffMerge>,
): Promise<AskedApproval | undefined> {
  requireRole(current, 'admin');
  requireProof(current);
  const payload = { goneId, keptId: await readCode(current, into) };
  if (needsSecondPerson(current))
    return askApproval(current, mergeApproval, { payload, target: toAuditTarget(payload.keptId), reason });
  await inTransaction(current, (current) => merge(current, payload, reason));
  return undefined;
}

const MergeDeed = z.object({ goneId: z.string(), keptId: z.string() });
type MergeDeed = z.output<typeof MergeDeed>;

export const mergeApproval: ApprovalKind<MergeDeed> = {
  name: 'merges.merge',
  least: 'admin',
  schema: MergeDeed,
  audit: ['account.merge'],
  text: 'admin.approvals.merge',
  read: (entry, names) =>
    withValues(aboutUser(entry, names), { gone: names.person(asText(entry.after['goneId']) ?? '') }),
  preview: ({ goneId, keptId }) => `/admin/accounts/${goneId}?into=${keptId}#merge`,
  findState: async (current, deed) => {
    await requireBoth(current, deed);
    return { goneId: deed.goneId, keptId: deed.keptId };
  },
  run: (current, deed, { reason }) => merge(current, deed, reason),
};

/** In a transaction; in the order of ids, so that two of them at once do not wait for each other. */
async function requireBoth(current: Current, deed: MergeDeed): Promise<void> {
  for (const userId of [deed.goneId, deed.keptId].toSorted()) await lockTarget(current, userId);
  await requireMergeable(current, deed);
}

async function merge(current: Current, deed: MergeDeed, reason: string): Promise<void> {
  await requireBoth(current, deed);
  await beginMoving(current, deed);
  await recordAuditEntry(current, accountAudit.merge, {
    target: toAuditTarget(deed.keptId),
    after: { goneId: deed.goneId },
    reason,
  });
}
