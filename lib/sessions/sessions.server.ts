import { randomBytes } from 'node:crypto';

import type { Queryable } from '#lib/database/database.server.ts';
import { ignoreFailure } from '#lib/database/failures.server.ts';
import type { RowCache, CachedRows } from '#lib/database/row-cache.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { hashOfToken, hexHashOfToken } from '#lib/token/token.server.ts';

/** A session ends after this many days, however often it is used. */
export const SESSION_DAYS = 180;
export const IDLE_DAYS = 30;

export const UNPROVED = new Date(0);

const DAY_MS = 86_400_000;
const IDLE_MS = IDLE_DAYS * DAY_MS;
/** Milliseconds between two updates of `last_used_at`. */
const NOTE_MS = 600_000;

export interface SessionDevice {
  readonly browser?: string | undefined;
  readonly system?: string | undefined;
}

export interface Session {
  readonly loginId: string;
  readonly userId: string;
  readonly createdAt: Date;
  /** When its owner last proved who they are, or `UNPROVED`. */
  readonly provedAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  readonly device: SessionDevice;
  /** Whether its owner has ever proved it by a passkey. */
  readonly isByPasskey: boolean;
}

interface SessionOptions {
  /** When its owner has proved who they are, where that was before now. */
  readonly provedAt?: Date;
  readonly isByPasskey?: boolean;
  /** After which it ends. */
  readonly lifetimeMs?: number;
}

interface FoundSession {
  readonly session: Session;
  readonly isEnded: boolean;
}

interface NewSession {
  readonly token: string;
  readonly session: Session;
}

/**
 * Sign-in sessions: only the cookie holds the token of 256 random bits, the table `sessions (token_hash, login_id, user_id,
 * created_at, proved_at, last_used_at, expires_at, browser, system, passkey_at)` its SHA-256. Notifies `session:<hash in hex>`.
 */
export class Sessions {
  readonly #db: Queryable;
  readonly #rowCache: RowCache;

  constructor(db: Queryable, rowCache: RowCache) {
    this.#db = db;
    this.#rowCache = rowCache;
  }

  async create(
    userId: string,
    now: Date,
    device: SessionDevice = {},
    { provedAt = now, isByPasskey = false, lifetimeMs = SESSION_DAYS * DAY_MS }: SessionOptions = {},
  ): Promise<NewSession> {
    const passkeyAt = isByPasskey ? now : null;
    const token = randomBytes(32).toString('base64url');
    const expiresAt = new Date(now.getTime() + lifetimeMs);
    const loginId = randomBytes(12).toString('base64url');
    const { browser = null, system = null } = device;
    await this.#db.query(sql`insert into sessions
        (token_hash, login_id, user_id, created_at, proved_at, last_used_at, expires_at, browser, system, passkey_at)
      values (${hashOfToken(token)}, ${loginId}, ${userId}, ${now}, ${provedAt}, ${now}, ${expiresAt}, ${browser}, ${system},
        ${passkeyAt})`);
    const session = { loginId, userId, createdAt: now, provedAt, lastUsedAt: now, expiresAt, device, isByPasskey };
    return { token, session };
  }

  async find(token: string, now: Date): Promise<Session | undefined> {
    const found = await this.findEvenEnded(token, now);
    return found?.isEnded === false ? found.session : undefined;
  }

  /** Also one that has expired, until it is purged. */
  async findEvenEnded(token: string, now: Date): Promise<FoundSession | undefined> {
    if (token.length !== 43) return undefined;
    const hash = hexHashOfToken(token);
    const session = await this.#rowCache.get(SESSION, hash, this.#db, (db) => load(db, hash));
    if (session === undefined || hasEnded(session, now)) return session && { session, isEnded: true };
    if (now.getTime() - session.lastUsedAt.getTime() >= NOTE_MS) await this.#noteUse(hash, now).catch(ignoreFailure);
    return { session, isEnded: false };
  }

  /** Without ended ones, the last used first; at most 100. */
  async list(userId: string, now: Date): Promise<Session[]> {
    const rows = await this.#db.query<SessionRow>(sql`select ${COLUMNS} from sessions
      where user_id = ${userId} and expires_at > ${now} and last_used_at > ${idleSince(now)}
      order by last_used_at desc, login_id limit 100`);
    return rows.map(toSession);
  }

  /** Also ended ones, until they are purged, in the order of their ids. @param after the last one of the page before */
  async listAll(userId: string, after: string, limit: number): Promise<Session[]> {
    const rows = await this.#db.query<SessionRow>(sql`select ${COLUMNS} from sessions
      where user_id = ${userId} and login_id > ${after} order by login_id limit ${limit}::integer`);
    return rows.map(toSession);
  }

  async prove(loginId: string, now: Date, isByPasskey = false): Promise<void> {
    const rows = await this.#db.query<TokenHashRow>(sql`update sessions set proved_at = ${now}, last_used_at = ${now},
        passkey_at = case when ${isByPasskey} then ${now}::timestamptz else passkey_at end
      where login_id = ${loginId} returning token_hash`);
    this.#forget(rows);
  }

  toTopic(token: string): string {
    return `${SESSION.topic}:${hexHashOfToken(token)}`;
  }

  async end(token: string): Promise<void> {
    await this.#delete(sql`token_hash = ${hashOfToken(token)}`);
  }

  async endOne(userId: string, loginId: string): Promise<boolean> {
    return (await this.#delete(sql`user_id = ${userId} and login_id = ${loginId}`)) > 0;
  }

  async endAll(userId: string, butLoginId?: string): Promise<number> {
    const others = butLoginId === undefined ? sql.empty : sql`and login_id <> ${butLoginId}`;
    return this.#delete(sql`user_id = ${userId} ${others}`);
  }

  /** Ends all as `endAll`, and leaves for a while who they were of. */
  async expireAll(userId: string, now: Date): Promise<void> {
    const rows = await this.#db.query<TokenHashRow>(sql`update sessions set expires_at = ${now}
      where user_id = ${userId} and expires_at > ${now} returning token_hash`);
    this.#forget(rows);
  }

  /** Removes sessions that ended or were last used long ago. @returns how many */
  async purge(now: Date): Promise<number> {
    const rows = await this.#db.query(sql`delete from sessions
      where expires_at <= ${idleSince(now)} or last_used_at <= ${idleSince(now)} returning login_id`);
    return rows.length;
  }

  within(db: Queryable): Sessions {
    return new Sessions(db, this.#rowCache);
  }

  async #noteUse(hash: string, now: Date): Promise<void> {
    const before = new Date(now.getTime() - NOTE_MS);
    const rows = await this.#db.query<TokenHashRow>(sql`update sessions set last_used_at = ${now}
      where token_hash = ${Buffer.from(hash, 'hex')} and last_used_at <= ${before} returning token_hash`);
    this.#forget(rows);
  }

  async #delete(condition: Sql): Promise<number> {
    const rows = await this.#db.query<TokenHashRow>(sql`delete from sessions where ${condition} returning token_hash`);
    this.#forget(rows);
    return rows.length;
  }

  #forget(rows: TokenHashRow[]): void {
    for (const { token_hash } of rows) this.#rowCache.forget(SESSION, token_hash.toString('hex'));
  }
}

const SESSION: CachedRows<Session> = { topic: 'session' };

async function load(db: Queryable, hash: string): Promise<Session | undefined> {
  const [row] = await db.query<SessionRow>(
    sql`select ${COLUMNS} from sessions where token_hash = ${Buffer.from(hash, 'hex')}`,
  );
  return row && toSession(row);
}

interface TokenHashRow {
  token_hash: Buffer;
}

interface SessionRow {
  login_id: string;
  user_id: string;
  created_at: Date;
  proved_at: Date;
  last_used_at: Date;
  expires_at: Date;
  browser: string | null;
  system: string | null;
  passkey_at: Date | null;
}

const COLUMNS = sql`login_id, user_id, created_at, proved_at, last_used_at, expires_at, browser, system, passkey_at`;

function hasEnded({ expiresAt, lastUsedAt }: Session, now: Date): boolean {
  return expiresAt.getTime() <= now.getTime() || now.getTime() - lastUsedAt.getTime() >= IDLE_MS;
}

function idleSince(now: Date): Date {
  return new Date(now.getTime() - IDLE_MS);
}

function toSession({ browser, system, ...row }: SessionRow): Session {
  return {
    loginId: row.login_id,
    userId: row.user_id,
    createdAt: row.created_at,
    provedAt: row.proved_at,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    device: { browser: browser ?? undefined, system: system ?? undefined },
    isByPasskey: row.passkey_at !== null,
  };
}
