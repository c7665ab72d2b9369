import pg from 'pg';

import { isOfStatement } from './database.server.ts';
import type { Database, QueryRow } from './database.server.ts';
import { queryOf, sql } from './sql.server.ts';
import type { Sql } from './sql.server.ts';

/**
 * Throws SQLSTATE 57014 after so many milliseconds, sooner than the pool's own limit. To set a limit in PostgreSQL would be
 * two more statements each time, so another connection cancels the statement when the time is over.
 */
export async function queryWithin<Row extends QueryRow>(
  database: Pick<Database, 'pool' | 'isTransaction' | 'query'>,
  milliseconds: number,
  statement: Sql,
): Promise<Row[]> {
  if (database.isTransaction) return database.query<Row>(statement);
  const client = await database.pool.connect();
  let cancelling: Promise<void> | undefined;
  const timer = setTimeout(() => void (cancelling = cancel(database.pool, client)), milliseconds);
  let isBroken = false;
  try {
    return (await client.query<Row>(queryOf(statement))).rows;
  } catch (error) {
    isBroken = !isOfStatement(error);
    throw error;
  } finally {
    clearTimeout(timer);
    // A late cancellation must not end the next statement of this connection.
    await cancelling;
    client.release(isBroken || cancelling !== undefined);
  }
}

async function cancel(pool: pg.Pool, client: pg.PoolClient): Promise<void> {
  const { processID } = client as pg.PoolClient & { processID: number };
  const other = new pg.Client(pool.options);
  // Where it cannot connect, the limit of the pool ends the statement.
  other.on('error', () => undefined);
  await other
    .connect()
    .then(() => other.query(queryOf(sql`select pg_cancel_backend(${processID})`)))
    .catch(() => undefined);
  await other.end().catch(() => undefined);
}
