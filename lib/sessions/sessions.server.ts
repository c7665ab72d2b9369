import { createHash, randomBytes } from 'node:crypto';

import type { Queryable } from '#lib/database/database.server.ts';
import type { Memory, Remembered } from '#lib/database/memory.server.ts';

export const SESSION_DAYS = 30;

export interface Session {
  readonly loginId: string;
  readonly userId: string;
  readonly expiresAt: Date;
}

/**
 * Sign-in sessions. The token is 256 random bits that only the cookie holds; the table keeps its SHA-256.
 * Table: `sessions (token_hash, login_id, user_id, created_at, expires_at)`, changes notified as `session:<hash in hex>`.
 */
export class Sessions {
  readonly #db: Queryable;
  readonly #memory: Memory;

  constructor(db: Queryable, memory: Memory) {
    this.#db = db;
    this.#memory = memory;
  }

  async create(userId: string, now: Date): Promise<{ token: string; session: Session }> {
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(now.getTime() + SESSION_DAYS * 86_400_000);
    const loginId = randomBytes(12).toString('base64url');
    await this.#db.query(INSERT, [hashOf(token), loginId, userId, now, expiresAt]);
    return { token, session: { loginId, userId, expiresAt } };
  }

  /** The session of a token, unless it has ended. */
  async find(token: string, now: Date): Promise<Session | undefined> {
    if (token.length !== 43) return undefined;
    const hash = hashOf(token).toString('hex');
    const session = await this.#memory.get(SESSION, hash, () => this.#load(hash));
    return session !== undefined && session.expiresAt > now ? session : undefined;
  }

  async end(token: string): Promise<void> {
    const hash = hashOf(token);
    await this.#db.query(DELETE, [hash]);
    this.#memory.forget(SESSION, hash.toString('hex'));
  }

  /** Removes sessions that ended before `now`; returns how many. */
  async purge(now: Date): Promise<number> {
    return (await this.#db.query(PURGE, [now])).length;
  }

  async #load(hash: string): Promise<Session | undefined> {
    const [row] = await this.#db.query<SessionRow>(SELECT, [Buffer.from(hash, 'hex')]);
    return row && { loginId: row.login_id, userId: row.user_id, expiresAt: row.expires_at };
  }
}

const SESSION: Remembered<Session> = { topic: 'session' };

interface SessionRow {
  login_id: string;
  user_id: string;
  expires_at: Date;
}

const INSERT = {
  name: 'session_insert',
  text: 'insert into sessions (token_hash, login_id, user_id, created_at, expires_at) values ($1, $2, $3, $4, $5)',
};
const SELECT = {
  name: 'session_select',
  text: 'select login_id, user_id, expires_at from sessions where token_hash = $1',
};
const DELETE = { name: 'session_delete', text: 'delete from sessions where token_hash = $1' };
const PURGE = { name: 'session_purge', text: 'delete from sessions where expires_at <= $1 returning login_id' };

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
