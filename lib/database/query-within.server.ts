import type pg from 'pg';

import { createClient } from './connect.server.ts';
import { send } from './connection-pool.server.ts';
import type { Database, QueryRow } from './database.server.ts';
import { toQuery, sql } from './sql.server.ts';
import type { Sql } from './sql.server.ts';

/**
 * Throws SQLSTATE 57014 after so many milliseconds, sooner than the pool's own limit. To set a limit in PostgreSQL would be
 * two more statements each time, so another connection, which is none of the pool, cancels the statement when the time
 * is over.
 */
export async function queryWithin<Row extends QueryRow>(
  database: Pick<Database, 'pool' | 'isTransaction' | 'query' | 'borrow'>,
  milliseconds: number,
  statement: Sql,
): Promise<Row[]> {
  if (database.isTransaction) return database.query<Row>(statement);
  const query = toQuery(statement);
  return database.borrow(query.mayBlock, async (loan) => {
    let cancelling: Promise<void> | undefined;
    const timer = setTimeout(() => {
      loan.isCancelled = true;
      cancelling = cancel(database.pool, loan.client);
    }, milliseconds);
    try {
      return await send<Row>(loan, { ...query, query_timeout: milliseconds + CANCEL_MS });
    } finally {
      clearTimeout(timer);
      // A late cancellation must not end the next statement of this connection.
      await cancelling;
    }
  });
}

/** Milliseconds after which a database that cancels nothing does not answer at all. */
const CANCEL_MS = 1000;

async function cancel(pool: pg.Pool, client: pg.PoolClient): Promise<void> {
  const { processID } = client as pg.PoolClient & { processID: number };
  const other = createClient({ ...pool.options, connectionTimeoutMillis: CANCEL_MS, query_timeout: CANCEL_MS });
  // Where it cannot connect, the limit of the pool ends the statement.
  other.on('error', () => undefined);
  await other
    .connect()
    .then(() => other.query(toQuery(sql`select pg_cancel_backend(${processID})`)))
    .catch(() => undefined);
  void other.end().catch(() => undefined);
}
