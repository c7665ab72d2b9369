import type { Row } from '#database/rows.ts';
import type { Database } from '#lib/database/database.server.ts';
import type { RowCache } from '#lib/database/row-cache.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { KnownTokens } from '#lib/token/known-tokens.server.ts';

import type { Scope } from './app-key.ts';
import { findKnownApps } from './known-apps.server.ts';

export interface AppKey {
  readonly keyId: string;
  readonly appId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | undefined;
  readonly callsPerMinute: number | undefined;
  /** Of the pages that may use it. */
  readonly origins: readonly string[];
}

/** Undefined also when its app is archived. */
export async function findAppKey(
  db: Database,
  rowCache: RowCache,
  token: string,
  now: Date,
): Promise<AppKey | undefined> {
  const row = await known.find(db, rowCache, token, now);
  if (row === undefined) return undefined;
  const { key_id, app_id, name, scopes, expires_at, calls_per_minute } = row;
  const origins = (await findKnownApps(db, rowCache)).originsById.get(app_id);
  if (origins === undefined) return undefined;
  return {
    keyId: key_id,
    appId: app_id,
    name,
    scopes,
    expiresAt: expires_at ?? undefined,
    callsPerMinute: calls_per_minute ?? undefined,
    origins,
  };
}

/** Drops a changed or revoked key from the cache of every process. */
export function forgetAppKey(rowCache: RowCache, hash: Buffer): void {
  known.forget(rowCache, hash);
}

interface KnownAppKeyRow extends Pick<
  Row<'app_keys'>,
  'key_id' | 'app_id' | 'name' | 'scopes' | 'expires_at' | 'last_used_at' | 'calls_per_minute'
> {
  scopes: Scope[];
}

const known = new KnownTokens<KnownAppKeyRow>({
  topic: 'app_key',
  select: (hash) => sql`select key_id, app_id, name, scopes, expires_at, last_used_at, calls_per_minute from app_keys
    where key_hash = ${hash} and revoked_at is null`,
  noteUse: (hash, now, before) => sql`update app_keys set last_used_at = ${now}
    where key_hash = ${hash} and (last_used_at is null or last_used_at <= ${before})`,
});
