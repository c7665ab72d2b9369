import type { Database } from '#app/current/current.server.ts';
import type { Memory } from '#lib/database/memory.server.ts';
import { KnownTokens } from '#lib/token/known-tokens.server.ts';

import type { Scope } from './app-key.ts';

/** A key of a game's server that works. */
export interface AppKey {
  readonly keyId: string;
  readonly appId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | undefined;
}

/** The key of a token, unless it has expired or been revoked. */
export async function findAppKey(db: Database, memory: Memory, token: string, now: Date): Promise<AppKey | undefined> {
  const row = await known.find(db, memory, token, now);
  if (row === undefined) return undefined;
  const { key_id, app_id, name, scopes, expires_at } = row;
  return { keyId: key_id, appId: app_id, name, scopes, expiresAt: expires_at ?? undefined };
}

/** Forgets a key that has changed or ended; other processes hear of it. */
export function forgetAppKey(memory: Memory, hash: Buffer): void {
  known.forget(memory, hash);
}

interface KeyRow {
  key_id: string;
  app_id: string;
  name: string;
  scopes: Scope[];
  expires_at: Date | null;
  last_used_at: Date | null;
}

const known = new KnownTokens<KeyRow>({
  topic: 'app_key',
  select: {
    name: 'app_key_by_hash',
    text: 'select key_id, app_id, name, scopes, expires_at, last_used_at from app_keys where key_hash = $1',
  },
  noteUse: {
    name: 'app_key_note_use',
    text: `update app_keys set last_used_at = $2
      where key_hash = $1 and (last_used_at is null or last_used_at <= $3)`,
  },
});
