import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireProof, requireRole } from '#app/current/permission.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { newToken } from '#lib/token/token.server.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import type { CreatedAppKey, ListedAppKey, NewAppKey, Scope } from './app-key.ts';
import { appKeyAudit } from './audit-kinds.server.ts';
import { forgetAppKey } from './find-app-key.server.ts';
import { appKeyOver, noAppKey } from './problems.ts';

/** Scanners of published files recognise keys by it. */
const PREFIX = 'rumpus_app_';
const HOUR_MS = 3_600_000;

/** Needs admin and a fresh sign-in. @throws Problem 401 or 403 */
export async function createAppKey(current: Current, { days, ...wanted }: NewAppKey): Promise<CreatedAppKey> {
  requireRole(current, 'admin');
  requireProof(current);
  const now = current.now();
  const expiresAt = days === null ? null : new Date(now.getTime() + days * 24 * HOUR_MS);
  return inTransaction(current, async (current) => {
    const created = await insertKey(current, { ...wanted, expiresAt });
    await recordAuditEntry(current, appKeyAudit.create, {
      target: toAuditTarget(created),
      after: toAuditDetails(created),
    });
    return created;
  });
}

/** The newest first. Needs admin. @throws Problem 401 or 403 */
export async function listAppKeys(current: Current, appId?: string): Promise<ListedAppKey[]> {
  requireRole(current, 'admin');
  const now = current.now();
  const ofApp = appId === undefined ? sql.empty : sql`where app_id = ${appId}`;
  const rows = await current.db.query<AppKeyRow>(sql`select ${COLUMNS} from app_keys ${ofApp}
    order by created_at desc, key_id desc limit 500`);
  return rows.map((row) => listedKeyFrom(row, now));
}

/** Both keys work for `overlapHours`, so that servers change over without a gap. @throws Problem 401, 403, 404, 409 */
export async function rotateAppKey(current: Current, keyId: string, overlapHours: number): Promise<CreatedAppKey> {
  requireRole(current, 'admin');
  requireProof(current);
  const now = current.now();
  const { created, hash } = await inTransaction(current, async (current) => {
    const [old] = await current.db.query<AppKeyRow>(
      sql`select ${COLUMNS} from app_keys where key_id::text = ${keyId} for update`,
    );
    if (old === undefined) throw new Problem(noAppKey);
    const before = listedKeyFrom(old, now);
    if (before.hasExpired || before.replacedBy !== null) throw new Problem(appKeyOver);
    const { app_id: appId, name, scopes, expires_at: expiresAt } = old;
    const created = await insertKey(current, { appId, name, scopes, expiresAt });
    const ends = new Date(now.getTime() + overlapHours * HOUR_MS);
    await current.db.query(sql`update app_keys
      set replaced_by = ${created.keyId}, expires_at = least(expires_at, ${ends}::timestamptz)
      where key_id = ${old.key_id}`);
    await recordAuditEntry(current, appKeyAudit.rotate, {
      target: toAuditTarget(created),
      before: toAuditDetails(before),
      after: toAuditDetails(created),
    });
    return { created, hash: old.key_hash };
  });
  forgetAppKey(current.rowCache, hash);
  return created;
}

/** Needs no fresh sign-in: whoever finds a leaked key must not lose time. @throws Problem 401 or 403, 404 */
export async function revokeAppKey(current: Current, keyId: string): Promise<void> {
  requireRole(current, 'admin');
  const hash = await inTransaction(current, async (current) => {
    const [row] = await current.db.query<AppKeyRow>(
      sql`delete from app_keys where key_id::text = ${keyId} returning ${COLUMNS}`,
    );
    if (row === undefined) throw new Problem(noAppKey);
    const before = listedKeyFrom(row, current.now());
    await recordAuditEntry(current, appKeyAudit.revoke, {
      target: toAuditTarget(before),
      before: toAuditDetails(before),
    });
    return row.key_hash;
  });
  forgetAppKey(current.rowCache, hash);
}

type AppKeyRow = Omit<Row<'app_keys'>, 'scopes'> & Columns<'app_keys', { scopes: Scope[] }>;

interface NewAppKeyRow {
  appId: string;
  name: string;
  scopes: readonly Scope[];
  expiresAt: Date | null;
}

async function insertKey(current: Current, { appId, name, scopes, expiresAt }: NewAppKeyRow): Promise<CreatedAppKey> {
  const now = current.now();
  const { token, hash } = newToken(PREFIX);
  const [row] = await current.db.query<AppKeyRow>(sql`insert into app_keys
      (key_id, key_hash, app_id, name, scopes, created_at, created_by, expires_at)
    values (${uuidv7(now.getTime())}, ${hash}, ${appId}, ${name}, ${JSON.stringify(scopes)}, ${now},
      ${current.actor.userId ?? null}, ${expiresAt})
    returning ${COLUMNS}`);
  if (row === undefined) throw new Error('an insert without a row');
  return { ...listedKeyFrom(row, now), key: token };
}

const toAuditTarget = ({ appId }: ListedAppKey) => `app/${appId}`;
/** Never the key itself. */
const toAuditDetails = ({ keyId, name, scopes, expiresAt }: ListedAppKey) => ({ keyId, name, scopes, expiresAt });

function listedKeyFrom(row: AppKeyRow, now: Date): ListedAppKey {
  return {
    keyId: row.key_id,
    appId: row.app_id,
    name: row.name,
    scopes: row.scopes,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    replacedBy: row.replaced_by,
    hasExpired: row.expires_at !== null && row.expires_at <= now,
  };
}

const COLUMNS = sql`key_id, key_hash, app_id, name, scopes, created_at, created_by, expires_at, last_used_at, replaced_by`;
