import type { Queryable } from '#lib/database/database.server.ts';
import { ignoreFailure } from '#lib/database/failures.server.ts';
import type { RowCache, CachedRows } from '#lib/database/row-cache.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import { hexHashOfToken } from './token.server.ts';

/** Milliseconds between two updates of a token's last use. */
const NOTE_MS = 600_000;

interface TokenRow {
  expires_at: Date | null;
  last_used_at: Date | null;
}

interface TokenTable {
  /** The first part of the notifications of changes, `topic:<hash in hex>`. */
  topic: string;
  select: (hash: Buffer) => Sql;
  /** Stores `now` as the last use, unless one after `before` is stored. */
  noteUse: (hash: Buffer, now: Date, before: Date) => Sql;
}

/** Tokens of a table of SHA-256 hashes; a recent one costs no statement. */
export class KnownTokens<Row extends TokenRow> {
  readonly #table: TokenTable;
  readonly #kind: CachedRows<Row>;

  constructor(table: TokenTable) {
    this.#table = table;
    this.#kind = { topic: table.topic };
  }

  async find(db: Queryable, rowCache: RowCache, token: string, now: Date): Promise<Row | undefined> {
    const { select, noteUse } = this.#table;
    const key = hexHashOfToken(token);
    const hash = () => Buffer.from(key, 'hex');
    const row = await rowCache.get(this.#kind, key, db, async (db) => (await db.query<Row>(select(hash())))[0]);
    if (row === undefined || (row.expires_at !== null && row.expires_at <= now)) return undefined;
    const before = new Date(now.getTime() - NOTE_MS);
    if (row.last_used_at === null || row.last_used_at <= before) {
      await db.query(noteUse(hash(), now, before)).catch(ignoreFailure);
      rowCache.forget(this.#kind, key);
    }
    return row;
  }

  /** For a token that has changed or ended; other processes hear of it by the table. */
  forget(rowCache: RowCache, hash: Buffer): void {
    rowCache.forget(this.#kind, hash.toString('hex'));
  }
}
