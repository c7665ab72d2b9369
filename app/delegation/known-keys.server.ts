import type { Database } from '#app/current/current.server.ts';
import type { Memory } from '#lib/database/memory.server.ts';
import { KnownTokens } from '#lib/token/known-tokens.server.ts';

/** A key that works. */
export interface DelegationKey {
  readonly passId: string;
  readonly userId: string;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly expiresAt: Date | undefined;
}

/** The key of a token, unless it has expired or been revoked; for the door, which asks before there is a `Current`. */
export async function findKey(
  db: Database,
  memory: Memory,
  token: string,
  now: Date,
): Promise<DelegationKey | undefined> {
  const row = await known.find(db, memory, token, now);
  if (row === undefined) return undefined;
  const { key_id, user_id, name, permissions, expires_at } = row;
  return { passId: key_id, userId: user_id, name, permissions, expiresAt: expires_at ?? undefined };
}

/** Forgets a key that has been revoked; other processes hear of it. */
export function forgetKey(memory: Memory, hash: Buffer): void {
  known.forget(memory, hash);
}

interface KeyRow {
  key_id: string;
  user_id: string;
  name: string;
  permissions: string[];
  expires_at: Date | null;
  last_used_at: Date | null;
}

const known = new KnownTokens<KeyRow>({
  topic: 'delegation_key',
  select: {
    name: 'delegation_key_by_hash',
    text: 'select key_id, user_id, name, permissions, expires_at, last_used_at from delegation_keys where key_hash = $1',
  },
  noteUse: {
    name: 'delegation_key_note_use',
    text: `update delegation_keys set last_used_at = $2
      where key_hash = $1 and (last_used_at is null or last_used_at <= $3)`,
  },
});
