import { sendNoticeLater } from '#app/accounts/notices.server.ts';
import { noteSecurityEvent } from '#app/accounts/security-log/security-log.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireProof, requireUser } from '#app/current/permission.ts';
import { Problem } from '#lib/problem.ts';
import { newToken } from '#lib/token/token.server.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { MAX_KEYS } from './key.ts';
import type { CreatedKey, ListedKey, NewKey, OwnKey } from './key.ts';
import { forgetKey } from './find-key.server.ts';
import { malformedKey, noKey, tooManyKeys } from './problems.ts';

/** By which scanners of published files find a key. */
const PREFIX = 'rumpus_key_';
const DAY_MS = 86_400_000;
/** How long a key that has expired is still listed. */
const LISTED_DAYS = 30;

/**
 * Makes a key of the asker's. The key itself is in the answer and nowhere else.
 * @throws Problem 401 who has not signed in, 403 who has not done so lately or asks by a key, 409 when there are enough
 */
export async function createKey(current: Current, { name, permissions, days }: NewKey): Promise<CreatedKey> {
  const userId = requireUser(current);
  requireProof(current);
  const { token, hash } = newToken(PREFIX);
  const now = current.now();
  const passId = uuidv7(now.getTime());
  const expiresAt = days === null ? null : new Date(now.getTime() + days * DAY_MS);
  const allowed = [...new Set(permissions)];
  const row = await inTransaction(current, async (current) => {
    // Who makes two at once makes them one after the other, so that both are counted.
    await current.db.query(LOCK, [`${PREFIX}${userId}`]);
    const values = [passId, hash, userId, name, allowed, now, expiresAt, MAX_KEYS];
    const [row] = await current.db.query<ListedKeyRow>(INSERT, values);
    if (row === undefined) throw new Problem(tooManyKeys, { values: { most: MAX_KEYS } });
    await noteSecurityEvent(current, userId, 'keyCreated', { name });
    await sendNoticeLater(current, userId, 'keyCreated', { name });
    return row;
  });
  return { ...listedDelegationKey(row, now), key: token };
}

/** The asker's keys, the newest first. @throws Problem 401 who has not signed in, 403 who asks by a key */
export async function listKeys(current: Current): Promise<ListedKey[]> {
  const userId = requireUser(current);
  const now = current.now();
  return (await current.db.query<ListedKeyRow>(LIST, [userId])).map((row) => listedDelegationKey(row, now));
}

/**
 * Ends a key of the asker's, at once and everywhere.
 * @returns what it was called  @throws Problem 401 who has not signed in, 403 who asks by a key, 404 when there is none
 */
export async function revokeKey(current: Current, passId: string): Promise<string> {
  const userId = requireUser(current);
  const { name, key_hash } = await inTransaction(current, async (current) => {
    const [row] = await current.db.query<{ name: string; key_hash: Buffer }>(DELETE, [userId, passId]);
    if (row === undefined) throw new Problem(noKey);
    await noteSecurityEvent(current, userId, 'keyRevoked', { name: row.name });
    return row;
  });
  forgetKey(current.rowCache, key_hash);
  return name;
}

/** Ends the keys of an account that were made at `since` or later. Permission is the caller's matter. @returns how many */
export async function revokeKeysSince(current: Current, userId: string, since: Date): Promise<number> {
  const { db, rowCache } = current;
  const rows = await db.query<{ name: string; key_hash: Buffer }>(DELETE_SINCE, [userId, since]);
  for (const { name } of rows) await noteSecurityEvent(current, userId, 'keyRevoked', { name });
  db.whenCommitted(() => rows.forEach(({ key_hash }) => forgetKey(rowCache, key_hash)));
  return rows.length;
}

/** The key that asks. @throws Problem 403 when none does */
export function getOwnKey({ actor }: Current): OwnKey {
  const { key, userId } = actor;
  if (key === undefined || userId === undefined) throw new Problem(malformedKey);
  const { passId, name, permissions, expiresAt } = key;
  const ends = expiresAt?.toISOString() ?? null;
  return { passId, _id: passId, userId, name, permissions: [...permissions], expiresAt: ends };
}

/** Removes the keys that expired long ago. @returns how many */
export async function sweepKeys(current: Current): Promise<number> {
  const before = new Date(current.now().getTime() - LISTED_DAYS * DAY_MS);
  return (await current.db.query(SWEEP, [before])).length;
}

interface ListedKeyRow {
  key_id: string;
  name: string;
  permissions: string[];
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
}

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

const COLUMNS = 'key_id, name, permissions, created_at, expires_at, last_used_at';
const LOCK = { name: 'delegation_keys_lock', text: 'select pg_advisory_xact_lock(hashtextextended($1, 0))' };
const INSERT = {
  name: 'delegation_key_insert',
  text: `insert into delegation_keys (key_id, key_hash, user_id, name, permissions, created_at, expires_at)
    select $1::uuid, $2::bytea, $3, $4, $5::text[], $6::timestamptz, $7::timestamptz
    where (select count(*) from delegation_keys k
      where k.user_id = $3 and (k.expires_at is null or k.expires_at > $6)) < $8::int
    returning ${COLUMNS}`,
};
const LIST = {
  name: 'delegation_keys_of_user',
  text: `select ${COLUMNS} from delegation_keys where user_id = $1 order by created_at desc, key_id desc limit 100`,
};
const DELETE = {
  name: 'delegation_key_delete',
  text: 'delete from delegation_keys where user_id = $1 and key_id::text = $2 returning name, key_hash',
};
const DELETE_SINCE = {
  name: 'delegation_keys_delete_since',
  text: 'delete from delegation_keys where user_id = $1 and created_at >= $2 returning name, key_hash',
};
const SWEEP = {
  name: 'delegation_keys_sweep',
  text: 'delete from delegation_keys where expires_at < $1 returning key_id',
};
