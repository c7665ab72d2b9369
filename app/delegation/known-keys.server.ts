import type { Database } from '#app/current/current.server.ts';
import type { Memory, Remembered } from '#lib/database/memory.server.ts';
import { hashOfToken } from '#lib/token/token.server.ts';

/** A key that works. */
export interface DelegationKey {
  readonly passId: string;
  readonly userId: string;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly expiresAt: Date | undefined;
}

/** That a key is used is noted once in so many milliseconds. */
export const NOTE_MS = 600_000;

/**
 * The key of a token, unless it has expired or been revoked; for the door, which asks before there is a `Current`. A
 * key that was seen lately costs no statement.
 */
export async function findKey(
  db: Database,
  memory: Memory,
  token: string,
  now: Date,
): Promise<DelegationKey | undefined> {
  const hash = hashOfToken(token);
  const row = await memory.get(KEY, hash.toString('hex'), async () => (await db.query<KeyRow>(SELECT, [hash]))[0]);
  if (row === undefined || (row.expires_at !== null && row.expires_at <= now)) return undefined;
  const before = new Date(now.getTime() - NOTE_MS);
  if (row.last_used_at === null || row.last_used_at <= before) {
    await db.query(NOTE_USE, [hash, now, before]);
    memory.forget(KEY, hash.toString('hex'));
  }
  const { key_id, user_id, name, permissions, expires_at } = row;
  return { passId: key_id, userId: user_id, name, permissions, expiresAt: expires_at ?? undefined };
}

/** Forgets a key that has been revoked; other processes hear of it. */
export function forgetKey(memory: Memory, hash: Buffer): void {
  memory.forget(KEY, hash.toString('hex'));
}

interface KeyRow {
  key_id: string;
  user_id: string;
  name: string;
  permissions: string[];
  expires_at: Date | null;
  last_used_at: Date | null;
}

const KEY: Remembered<KeyRow> = { topic: 'delegation_key' };

const SELECT = {
  name: 'delegation_key_by_hash',
  text: 'select key_id, user_id, name, permissions, expires_at, last_used_at from delegation_keys where key_hash = $1',
};
const NOTE_USE = {
  name: 'delegation_key_note_use',
  text: `update delegation_keys set last_used_at = $2
    where key_hash = $1 and (last_used_at is null or last_used_at <= $3)`,
};
