import { recordAuditEntry } from '#app/audit/audit.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireProof, requireRole } from '#app/current/permission.ts';
import type { Columns, Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { hasRightChecksum, hashOfToken, newCheckedToken } from '#lib/token/token.server.ts';
import { isUuid, uuidv7 } from '#lib/uuid.server.ts';

import { APP_KEY_PREFIX } from './app-key.ts';
import type { CreatedAppKey, ListedAppKey, NewAppKey, Scope } from './app-key.ts';
import { ensureApp } from './apps.server.ts';
import { appKeyAudit } from './audit-kinds.server.ts';
import { forgetAppKey } from './find-app-key.server.ts';
import { appKeyOver, brokenKey, endedLongAgo, noAppKey } from './problems.ts';

const HOUR_MS = 3_600_000;
/** Of a key, shown to tell it from others: 24 of its 256 bits. */
const SHOWN_DIGITS = 6;

/** Of an app that is there, or is made by it. Needs admin and a fresh sign-in. @throws Problem 401, 403, 409 for an archived app */
export async function createAppKey(current: Current, { days, ...wanted }: NewAppKey): Promise<CreatedAppKey> {
  requireRole(current, 'admin');
  requireProof(current);
  const now = current.now();
  const expiresAt = days === null ? null : new Date(now.getTime() + days * 24 * HOUR_MS);
  return inTransaction(current, async (current) => {
    await ensureApp(current, wanted.appId);
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
  const ofApp = appId === undefined ? sql.empty : sql`and app_id = ${appId}`;
  const rows = await current.db
    .query<AppKeyRow>(sql`select ${KEY_COLUMNS} from app_keys where revoked_at is null ${ofApp}
    order by created_at desc, key_id desc limit 500`);
  return rows.map((row) => listedKeyFrom(row, now));
}

/** Both keys work for `overlapHours`, so that servers change over without a gap. @throws Problem 401, 403, 404, 409 */
export async function rotateAppKey(current: Current, keyId: string, overlapHours: number): Promise<CreatedAppKey> {
  requireRole(current, 'admin');
  requireProof(current);
  const now = current.now();
  const { created, hash } = await inTransaction(current, async (current) => {
    const old = await lockKey(current, keyId);
    if (old === undefined) throw new Problem(noAppKey);
    const before = listedKeyFrom(old, now);
    if (before.hasExpired || before.replacedBy !== null) throw new Problem(appKeyOver);
    const { app_id: appId, name, scopes, expires_at: expiresAt, calls_per_minute: callsPerMinute } = old;
    const created = await insertKey(current, { appId, name, scopes, expiresAt, callsPerMinute });
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

async function lockKey(current: Current, keyId: string): Promise<AppKeyRow | undefined> {
  if (!isUuid(keyId)) return undefined;
  const [row] = await current.db.query<AppKeyRow>(
    sql`select ${KEY_COLUMNS} from app_keys where key_id = ${keyId} and revoked_at is null for update`,
  );
  return row;
}

export type AppKeyRow = Omit<Row<'app_keys'>, 'scopes'> & Columns<'app_keys', { scopes: Scope[] }>;

interface NewAppKeyRow {
  appId: string;
  name: string;
  scopes: readonly Scope[];
  expiresAt: Date | null;
  callsPerMinute: number | null;
}

async function insertKey(current: Current, wanted: NewAppKeyRow): Promise<CreatedAppKey> {
  const { appId, name, scopes, expiresAt, callsPerMinute } = wanted;
  const now = current.now();
  const { token, hash } = newCheckedToken(APP_KEY_PREFIX);
  const [row] = await current.db.query<AppKeyRow>(sql`insert into app_keys
      (key_id, key_hash, key_start, app_id, name, scopes, calls_per_minute, created_at, created_by, expires_at)
    values (${uuidv7(now.getTime())}, ${hash}, ${token.slice(0, APP_KEY_PREFIX.length + SHOWN_DIGITS)}, ${appId}, ${name},
      ${JSON.stringify(scopes)}, ${callsPerMinute}, ${now}, ${current.actor.userId ?? null}, ${expiresAt})
    returning ${KEY_COLUMNS}`);
  if (row === undefined) throw new Error('an insert without a row');
  return { ...listedKeyFrom(row, now), key: token };
}

const toAuditTarget = ({ appId }: ListedAppKey) => `app/${appId}`;
/** Never the key itself. */
const toAuditDetails = ({ keyId, name, scopes, expiresAt, callsPerMinute }: ListedAppKey) => ({
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
