import type { Row } from '#database/rows.ts';
import type { Database } from '#lib/database/database.server.ts';
import type { RowCache } from '#lib/database/row-cache.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { KnownTokens } from '#lib/token/known-tokens.server.ts';

export interface DelegationKey {
  readonly passId: string;
  readonly userId: string;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly expiresAt: Date | undefined;
}

/** The door calls it before there is a `Current`. */
export async function findKey(
  db: Database,
  rowCache: RowCache,
  token: string,
  now: Date,
): Promise<DelegationKey | undefined> {
  const row = await tokens.find(db, rowCache, token, now);
  if (row === undefined) return undefined;
  const { key_id, user_id, name, permissions, expires_at } = row;
  return { passId: key_id, userId: user_id, name, permissions, expiresAt: expires_at ?? undefined };
}

/** Drops a revoked key from the cache of every process. */
export function forgetKey(rowCache: RowCache, hash: Buffer): void {
  tokens.forget(rowCache, hash);
}

type DelegationKeyRow = Pick<
  Row<'delegation_keys'>,
  'key_id' | 'user_id' | 'name' | 'permissions' | 'expires_at' | 'last_used_at'
>;

const tokens = new KnownTokens<DelegationKeyRow>({
  topic: 'delegation_key',
  select: (hash) =>
    sql`select key_id, user_id, name, permissions, expires_at, last_used_at from delegation_keys where key_hash = ${hash}`,
  noteUse: (hash, now, before) => sql`update delegation_keys set last_used_at = ${now}
    where key_hash = ${hash} and (last_used_at is null or last_used_at <= ${before})`,
});
