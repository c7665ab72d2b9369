import { isFrozen } from '#app/accounts/freezing.server.ts';
import { sendNoticeLater } from '#app/accounts/notices.server.ts';
import { noteSecurityEvent } from '#app/accounts/security-log/security-log.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireProof, requireRole, requireUser } from '#app/current/permission.ts';
import { badCredentials } from '#app/current/problems.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { newToken } from '#lib/token/token.server.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { forgetKey } from './find-key.server.ts';
import { MAX_KEYS } from './key.ts';
import type { CreatedKey, ListedKey, NewKey, OwnKey } from './key.ts';
import { isForStaff } from './permissions.ts';
import { malformedKey, noKey, tooManyKeys } from './problems.ts';

/** Scanners of published files recognise keys by it. */
const PREFIX = 'rumpus_key_';
const DAY_MS = 86_400_000;
const LISTED_DAYS = 30;

/** @throws Problem 401, 403 without a fresh sign-in, with a key, or for what staff alone may give, 409 when there are `MAX_KEYS` */
export async function createKey(current: Current, { name, permissions, days }: NewKey): Promise<CreatedKey> {
  const userId = requireUser(current);
  requireProof(current);
  if (permissions.some(isForStaff)) requireRole(current, 'staff');
  return inTransaction(current, async (current) => {
    // An undo that ran before has ended the session.
    if (await isFrozen(current, userId)) throw new Problem(badCredentials);
    const key = await insertKey(current, userId, { name, permissions, days });
    await noteSecurityEvent(current, userId, 'keyCreated', { name });
    await sendNoticeLater(current, userId, 'keyCreated', { name });
    return key;
  });
}

interface NewDeviceKey extends NewKeyRow {
  readonly userId: string;
  readonly deviceHash: Buffer;
}

/**
 * In a transaction, for a device that its owner has let in: the key that it had before ends. The caller checks permission and
 * tells the owner. @throws Problem 409 when there are `MAX_KEYS`
 */
export async function createDeviceKey(current: Current, { userId, ...wanted }: NewDeviceKey): Promise<CreatedKey> {
  const { db, rowCache } = current;
  const rows = await db.query<RevokedKeyRow>(sql`delete from delegation_keys
    where user_id = ${userId} and device_hash = ${wanted.deviceHash} returning name, key_hash`);
  db.whenCommitted(() => rows.forEach(({ key_hash }) => forgetKey(rowCache, key_hash)));
  return insertKey(current, userId, wanted);
}

/** Whether there is room for one more. @param besides a device whose key would be replaced @throws Problem 409 */
export async function requireRoomForKey(current: Current, userId: string, besides: Buffer): Promise<void> {
  const [row] = await current.db.query<{ keys: number }>(sql`select count(*)::int as keys from delegation_keys
    where user_id = ${userId} and (expires_at is null or expires_at > ${current.now()})
      and device_hash is distinct from ${besides}`);
  if ((row?.keys ?? 0) >= MAX_KEYS) throw new Problem(tooManyKeys, { values: { most: MAX_KEYS } });
}

interface NewKeyRow {
  readonly name: string;
  readonly permissions: readonly string[];
  readonly days: number | null;
  readonly deviceHash?: Buffer;
}

async function insertKey(
  current: Current,
  userId: string,
  { name, permissions, days, deviceHash }: NewKeyRow,
): Promise<CreatedKey> {
  const { token, hash } = newToken(PREFIX);
  const now = current.now();
  const passId = uuidv7(now.getTime());
  const expiresAt = days === null ? null : new Date(now.getTime() + days * DAY_MS);
  const allowed = [...new Set(permissions)];
  // Serializes the new keys of one user, so that all are counted.
  await current.db.query(sql`select pg_advisory_xact_lock(hashtextextended(${`${PREFIX}${userId}`}, 0))`);
  const [row] = await current.db.query<ListedKeyRow>(sql`
    insert into delegation_keys (key_id, key_hash, user_id, name, permissions, created_at, expires_at, device_hash)
    select ${passId}::uuid, ${hash}::bytea, ${userId}::text, ${name}::text, ${allowed}::text[], ${now}::timestamptz,
      ${expiresAt}::timestamptz, ${deviceHash ?? null}::bytea
    where (select count(*) from delegation_keys k
      where k.user_id = ${userId} and (k.expires_at is null or k.expires_at > ${now})) < ${MAX_KEYS}::int
    returning ${COLUMNS}`);
  if (row === undefined) throw new Problem(tooManyKeys, { values: { most: MAX_KEYS } });
  return { ...listedDelegationKey(row, now), key: token };
}

/** The newest first. @throws Problem 401 without a session, 403 when the request carries a key */
export async function listKeys(current: Current): Promise<ListedKey[]> {
  const userId = requireUser(current);
  const now = current.now();
  const rows = await current.db.query<ListedKeyRow>(sql`select ${COLUMNS} from delegation_keys
    where user_id = ${userId} order by created_at desc, key_id desc limit 100`);
  return rows.map((row) => listedDelegationKey(row, now));
}

/** At once in every process. @returns its name @throws Problem 401, 403 when the request carries a key, 404 */
export async function revokeKey(current: Current, passId: string): Promise<string> {
  const userId = requireUser(current);
  const { name, key_hash } = await inTransaction(current, async (current) => {
    const [row] = await current.db.query<RevokedKeyRow>(sql`delete from delegation_keys
      where user_id = ${userId} and key_id::text = ${passId} returning name, key_hash`);
    if (row === undefined) throw new Problem(noKey);
    await noteSecurityEvent(current, userId, 'keyRevoked', { name: row.name });
    return row;
  });
  forgetKey(current.rowCache, key_hash);
  return name;
}

/** By who has proved to be its owner, without a session. @returns whether it was there */
export async function endDeviceKey(current: Current, userId: string, passId: string): Promise<boolean> {
  const { db, rowCache } = current;
  const [row] = await db.query<RevokedKeyRow>(sql`delete from delegation_keys
    where user_id = ${userId} and key_id = ${passId} returning name, key_hash`);
  if (row === undefined) return false;
  await noteSecurityEvent(current, userId, 'keyRevoked', { name: row.name });
  db.whenCommitted(() => forgetKey(rowCache, row.key_hash));
  return true;
}

/** The caller checks permission. @returns how many */
export async function revokeKeysSince(current: Current, userId: string, since: Date): Promise<number> {
  const { db, rowCache } = current;
  const rows = await db.query<RevokedKeyRow>(sql`delete from delegation_keys
    where user_id = ${userId} and created_at >= ${since} returning name, key_hash`);
  for (const { name } of rows) await noteSecurityEvent(current, userId, 'keyRevoked', { name });
  db.whenCommitted(() => rows.forEach(({ key_hash }) => forgetKey(rowCache, key_hash)));
  return rows.length;
}

/** @throws Problem 403 without one */
export function getOwnKey({ actor }: Current): OwnKey {
  const { key, userId } = actor;
  if (key === undefined || userId === undefined) throw new Problem(malformedKey);
  const { passId, name, permissions, expiresAt } = key;
  const ends = expiresAt?.toISOString() ?? null;
  return { passId, _id: passId, userId, name, permissions: [...permissions], expiresAt: ends };
}

export async function sweepKeys(current: Current): Promise<number> {
  const before = new Date(current.now().getTime() - LISTED_DAYS * DAY_MS);
  const swept = await current.db.query(sql`delete from delegation_keys where expires_at < ${before} returning key_id`);
  return swept.length;
}

/** Needs staff. @throws Problem 401 or 403 */
export async function countUserKeys(current: Current, userId: string): Promise<number> {
  requireRole(current, 'staff');
  const [row] = await current.db.query<{ count: number }>(sql`select count(*)::int as count from delegation_keys
    where user_id = ${userId} and (expires_at is null or expires_at > ${current.now()})`);
  return row?.count ?? 0;
}

const COLUMNS = sql`key_id, name, permissions, created_at, expires_at, last_used_at`;
type ListedKeyRow = Omit<Row<'delegation_keys'>, 'key_hash' | 'user_id' | 'device_hash'>;
type RevokedKeyRow = Pick<Row<'delegation_keys'>, 'name' | 'key_hash'>;

function listedDelegationKey(row: ListedKeyRow, now: Date): ListedKey {
  return {
    passId: row.key_id,
    name: row.name,
    permissions: row.permissions,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    hasExpired: row.expires_at !== null && row.expires_at <= now,
  };
}
