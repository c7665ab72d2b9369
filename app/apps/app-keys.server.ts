import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { hasRightChecksum, hashOfToken } from '#lib/token/token.server.ts';
import { isUuid } from '#lib/uuid.server.ts';

import { APP_KEY_PREFIX } from './app-key.ts';
import type { ListedAppKey, Scope } from './app-key.ts';
import { appKeyAudit } from './audit-kinds.server.ts';
import { forgetAppKey } from './find-app-key.server.ts';
import { brokenKey, endedLongAgo, noAppKey } from './problems.ts';

/** The newest first. Needs admin. @throws Problem 401 or 403 */
export async function listAppKeys(current: Current, appId?: string): Promise<ListedAppKey[]> {
  requireRole(current, 'admin');
  const now = current.now();
  const ofApp = appId === undefined ? sql.empty : sql`and app_id = ${appId}`;
  const rows = await current.db
    .query<AppKeyRow>(sql`select ${KEY_COLUMNS} from app_keys where revoked_at is null ${ofApp}
    order by created_at desc, key_id desc limit 500`);
  return rows.map((row) => listedKeyFrom(row, now));
}

/** Needs no fresh sign-in: whoever finds a leaked key must not lose time. @throws Problem 401 or 403, 404 */
export async function revokeAppKey(current: Current, keyId: string): Promise<void> {
  requireRole(current, 'admin');
  const hash = await inTransaction(current, async (current) => {
    const row = await lockKey(current, keyId);
    if (row === undefined) throw new Problem(noAppKey);
    await current.db.query(sql`update app_keys set revoked_at = ${current.now()} where key_id = ${row.key_id}`);
    const before = listedKeyFrom(row, current.now());
    await recordAuditEntry(current, appKeyAudit.revoke, {
      target: toAuditTarget(before),
      before: toAuditDetails(before),
    });
    return row.key_hash;
  });
  forgetAppKey(current.rowCache, hash);
}

/** Below or at the limits of the site; null for none of its own. Needs admin. @throws Problem 401 or 403, 404 */
export async function limitAppKey(current: Current, keyId: string, callsPerMinute: number | null): Promise<void> {
  requireRole(current, 'admin');
  const hash = await inTransaction(current, async (current) => {
    const row = await lockKey(current, keyId);
    if (row === undefined) throw new Problem(noAppKey);
    await current.db.query(sql`update app_keys set calls_per_minute = ${callsPerMinute} where key_id = ${row.key_id}`);
    const { key_id, name, calls_per_minute: before } = row;
    await recordAuditEntry(current, appKeyAudit.limit, {
      target: `app/${row.app_id}`,
      before: { keyId: key_id, name, callsPerMinute: before },
      after: { keyId: key_id, name, callsPerMinute },
    });
    return row.key_hash;
  });
  forgetAppKey(current.rowCache, hash);
}

/** Which key a text is that somebody has found, whether or not it works. Needs admin. @throws Problem 401, 403, 404 */
export async function identifyAppKey(current: Current, found: string): Promise<{ appId: string; keyId: string }> {
  requireRole(current, 'admin');
  const [row] = await current.db.query<Pick<Row<'app_keys'>, 'app_id' | 'key_id'>>(
    sql`select app_id, key_id from app_keys where key_hash = ${hashOfToken(found)}`,
  );
  if (row !== undefined) return { appId: row.app_id, keyId: row.key_id };
  const isWhole = new RegExp(`^${PATTERN}$`).test(found) && hasRightChecksum(found);
  throw new Problem(isWhole ? endedLongAgo : brokenKey);
}

/** An expression by which scanners find keys in texts. Needs admin. @throws Problem 401 or 403 */
export function appKeyPattern(current: Current): string {
  requireRole(current, 'admin');
  return PATTERN;
}

const PATTERN = `${APP_KEY_PREFIX}[0-9a-f]{72}`;

export async function lockKey(current: Current, keyId: string): Promise<AppKeyRow | undefined> {
  if (!isUuid(keyId)) return undefined;
  const [row] = await current.db.query<AppKeyRow>(
    sql`select ${KEY_COLUMNS} from app_keys where key_id = ${keyId} and revoked_at is null for update`,
  );
  return row;
}

export type AppKeyRow = Omit<Row<'app_keys'>, 'scopes'> & Columns<'app_keys', { scopes: Scope[] }>;

export const toAuditTarget = ({ appId }: ListedAppKey) => `app/${appId}`;
/** Never the key itself. */
export const toAuditDetails = ({ keyId, name, scopes, expiresAt, callsPerMinute }: ListedAppKey) => ({
  keyId,
  name,
  scopes,
  expiresAt,
  callsPerMinute,
});

export function listedKeyFrom(row: AppKeyRow, now: Date): ListedAppKey {
  return {
    keyId: row.key_id,
    appId: row.app_id,
    name: row.name,
    start: row.key_start,
    scopes: row.scopes,
    callsPerMinute: row.calls_per_minute,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    replacedBy: row.replaced_by,
    hasExpired: row.expires_at !== null && row.expires_at <= now,
  };
}

export const KEY_COLUMNS = sql`key_id, key_hash, key_start, app_id, name, scopes, calls_per_minute, created_at, created_by, expires_at,
  last_used_at, replaced_by, revoked_at`;
