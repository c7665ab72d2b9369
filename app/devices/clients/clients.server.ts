import { findAppRow } from '#app/apps/apps.server.ts';
import { appArchived, noApp } from '#app/apps/problems.ts';
import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireProof, requireRole, requireUser } from '#app/current/permission.ts';
import { OPEN_PERMISSION_IDS } from '#app/delegation/permissions.ts';
import type { PermissionId } from '#app/delegation/permissions.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { deviceClientAudit } from '../audit-kinds.server.ts';
import { noPermissions } from '../problems.ts';

/** What the keys of players may do for an app; undefined for one that signs nobody in. Needs admin. @throws Problem 401, 403 */
export async function findDeviceClient(current: Current, appId: string): Promise<PermissionId[] | undefined> {
  requireRole(current, 'admin');
  const permissions = await readPermissions(current, appId);
  return permissions && toOffered(permissions);
}

interface DeviceClient {
  readonly appId: string;
  readonly name: string;
  readonly permissions: readonly PermissionId[];
}

/** One that may ask for codes. For everybody. @returns undefined also for an app that is archived */
export async function findWorkingClient(current: Current, appId: string): Promise<DeviceClient | undefined> {
  const permissions = toOffered((await readPermissions(current, appId)) ?? []);
  const app = permissions.length === 0 ? undefined : await findAppRow(current, appId);
  return app?.archived_at === null ? { appId, name: app.name, permissions } : undefined;
}

/** From then on, also where it did already with others. Needs admin and a fresh sign-in. @throws Problem 400, 401, 403, 404, 409 */
export async function allowDeviceClient(current: Current, appId: string, ticked: readonly string[]): Promise<void> {
  requireRole(current, 'admin');
  requireProof(current);
  const userId = requireUser(current);
  const permissions = toOffered(ticked);
  if (permissions.length === 0) throw new Problem(noPermissions);
  await inTransaction(current, async (current) => {
    const app = await findAppRow(current, appId, sql`for share`);
    if (app === undefined) throw new Problem(noApp);
    if (app.archived_at !== null) throw new Problem(appArchived);
    const before = await readPermissions(current, appId, sql`for update`);
    await current.db.query(sql`
      insert into device_clients (app_id, permissions, allowed_by, allowed_at)
      values (${appId}, ${permissions}::text[], ${userId}, ${current.now()})
      on conflict (app_id) do update set permissions = excluded.permissions, allowed_by = excluded.allowed_by,
        allowed_at = excluded.allowed_at`);
    await recordAuditEntry(current, deviceClientAudit.allow, {
      target: `app/${appId}`,
      ...(before !== undefined && { before: { permissions: before } }),
      after: { permissions },
    });
  });
}

/** Its open codes end with it, and no key that a player has. Needs admin. @throws Problem 401, 403, 404 */
export async function endDeviceClient(current: Current, appId: string): Promise<void> {
  requireRole(current, 'admin');
  await inTransaction(current, async (current) => {
    const [ended] = await current.db.query<Pick<Row<'device_clients'>, 'permissions'>>(
      sql`delete from device_clients where app_id = ${appId} returning permissions`,
    );
    if (ended === undefined) {
      if ((await findAppRow(current, appId)) === undefined) throw new Problem(noApp);
      return;
    }
    const { permissions } = ended;
    await recordAuditEntry(current, deviceClientAudit.end, { target: `app/${appId}`, before: { permissions } });
  });
}

async function readPermissions({ db }: Current, appId: string, lock = sql.empty): Promise<string[] | undefined> {
  const [row] = await db.query<Pick<Row<'device_clients'>, 'permissions'>>(
    sql`select permissions from device_clients where app_id = ${appId} ${lock}`,
  );
  return row?.permissions;
}

/** Never one that staff alone may give. */
function toOffered(permissions: readonly string[]): PermissionId[] {
  return OPEN_PERMISSION_IDS.filter((id) => permissions.includes(id));
}
