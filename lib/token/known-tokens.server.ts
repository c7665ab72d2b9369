import type { Queryable } from '#lib/database/database.server.ts';
import type { RowCache, CachedRows } from '#lib/database/row-cache.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';

import { hexHashOfToken } from './token.server.ts';

/** That a token is used is noted once in so many milliseconds. */
export const NOTE_MS = 600_000;

interface TokenRow {
  expires_at: Date | null;
  last_used_at: Date | null;
}

export interface TokenTable {
  /** The first part of the notifications that tell changes of the table, as `topic:<hash in hex>`. */
  topic: string;
  /** Selects the row of a hash. */
  select: (hash: Buffer) => Sql;
  /** Notes that the row of a hash is used now, unless that was noted after `before`. */
  noteUse: (hash: Buffer, now: Date, before: Date) => Sql;
}

/** The tokens of a table that keeps their SHA-256. One that was seen lately costs no statement. */
export class KnownTokens<Row extends TokenRow> {
  readonly #table: TokenTable;
  readonly #kind: CachedRows<Row>;

  constructor(table: TokenTable) {
    this.#table = table;
    this.#kind = { topic: table.topic };
  }

  /** The row of a token, unless it has expired or is gone. */
  async find(db: Queryable, rowCache: RowCache, token: string, now: Date): Promise<Row | undefined> {
    const { select, noteUse } = this.#table;
    const key = hexHashOfToken(token);
    const hash = () => Buffer.from(key, 'hex');
    const row = await rowCache.get(this.#kind, key, async () => (await db.query<Row>(select(hash())))[0]);
    if (row === undefined || (row.expires_at !== null && row.expires_at <= now)) return undefined;
    const before = new Date(now.getTime() - NOTE_MS);
    if (row.last_used_at === null || row.last_used_at <= before) {
      await db.query(noteUse(hash(), now, before));
      rowCache.forget(this.#kind, key);
    }
    return row;
  }

  /** Forgets a token that has changed or ended; other processes hear of it by the table. */
  forget(rowCache: RowCache, hash: Buffer): void {
    rowCache.forget(this.#kind, hash.toString('hex'));
  }
}
