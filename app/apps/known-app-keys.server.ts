import type { Database } from '#app/current/current.server.ts';
import type { Memory, Remembered } from '#lib/database/memory.server.ts';
import { hashOfToken } from '#lib/token/token.server.ts';

import type { Scope } from './app-key.ts';

/** A key of a game's server that works. */
export interface AppKey {
  readonly keyId: string;
  readonly appId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | undefined;
}

/** That a key is used is noted once in so many milliseconds. */
const NOTE_MS = 600_000;

/** The key of a token, unless it has expired or been revoked. One that was seen lately costs no statement. */
export async function findAppKey(db: Database, memory: Memory, token: string, now: Date): Promise<AppKey | undefined> {
  const hash = hashOfToken(token);
  const row = await memory.get(KEY, hash.toString('hex'), async () => (await db.query<KeyRow>(SELECT, [hash]))[0]);
  if (row === undefined || (row.expires_at !== null && row.expires_at <= now)) return undefined;
  const before = new Date(now.getTime() - NOTE_MS);
  if (row.last_used_at === null || row.last_used_at <= before) {
    await db.query(NOTE_USE, [hash, now, before]);
    memory.forget(KEY, hash.toString('hex'));
  }
  const { key_id, app_id, name, scopes, expires_at } = row;
  return { keyId: key_id, appId: app_id, name, scopes, expiresAt: expires_at ?? undefined };
}

/** Forgets a key that has changed or ended; other processes hear of it. */
export function forgetAppKey(memory: Memory, hash: Buffer): void {
  memory.forget(KEY, hash.toString('hex'));
}

interface KeyRow {
  key_id: string;
  app_id: string;
  name: string;
  scopes: Scope[];
  expires_at: Date | null;
  last_used_at: Date | null;
}

const KEY: Remembered<KeyRow> = { topic: 'app_key' };

const SELECT = {
  name: 'app_key_by_hash',
  text: 'select key_id, app_id, name, scopes, expires_at, last_used_at from app_keys where key_hash = $1',
};
const NOTE_USE = {
  name: 'app_key_note_use',
  text: `update app_keys set last_used_at = $2
    where key_hash = $1 and (last_used_at is null or last_used_at <= $3)`,
};
