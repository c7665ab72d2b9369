import * as z from 'zod/mini';

import type { ApprovalKind } from '#app/approvals/approval-kind.server.ts';
import type { AskedApproval } from '#app/approvals/approval.ts';
import { askApproval, needsSecondPerson } from '#app/approvals/approvals.server.ts';
import { asNumber, withValues } from '#app/audit/audit-kind.server.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireProof, requireRole } from '#app/current/permission.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { findAppRow, toApp } from './apps.server.ts';
import type { AppRow } from './apps.server.ts';
import { aboutApp, appAudit } from './audit-kinds.server.ts';
import { forgetKnownApps } from './known-apps.server.ts';
import { appNotArchived, noApp } from './problems.ts';

/**
 * With its keys and what was counted of them; where two persons are the rule it waits for the second. Needs admin and a fresh
 * sign-in. @returns what waits then @throws Problem 401, 403, 404, 409
 */
export async function deleteApp(current: Current, appId: string): Promise<AskedApproval | undefined> {
  requireRole(current, 'admin');
  requireProof(current);
  if (needsSecondPerson(current)) {
    return askApproval(current, appDeletion, { payload: { appId }, target: `app/${appId}`, reason: '' });
  }
  await inTransaction(current, (current) => removeApp(current, appId));
  return undefined;
}

const AppDeletion = z.object({ appId: z.string() });

export const appDeletion: ApprovalKind<z.output<typeof AppDeletion>> = {
  name: 'apps.delete',
  least: 'admin',
  schema: AppDeletion,
  audit: ['app.delete'],
  text: 'admin.approvals.deleteApp',
  read: (entry, names) => withValues(aboutApp(entry, names), { keys: asNumber(entry.before['keys']) }),
  findState: async (current, { appId }) => {
    const app = toApp(await lockArchived(current, appId));
    const [row] = await current.db.query<{ keys: number }>(
      sql`select count(*)::int as keys from app_keys where app_id = ${appId}`,
    );
    return { ...app, keys: row?.keys ?? 0 };
  },
  run: (current, { appId }) => removeApp(current, appId),
};

/** In a transaction. */
async function removeApp(current: Current, appId: string): Promise<void> {
  const row = await lockArchived(current, appId);
  await current.db.query(sql`delete from apps where app_id = ${appId}`);
  await recordAuditEntry(current, appAudit.delete, { target: `app/${appId}`, before: toApp(row) });
  current.db.whenCommitted(() => forgetKnownApps(current.rowCache));
}

async function lockArchived(current: Current, appId: string): Promise<AppRow> {
  const row = await findAppRow(current, appId, sql`for update`);
  if (row === undefined) throw new Problem(noApp);
  if (row.archived_at === null) throw new Problem(appNotArchived);
  return row;
}
