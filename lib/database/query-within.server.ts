import pg from 'pg';

import { isOfStatement } from './database.server.ts';
import type { Database, QueryRow } from './database.server.ts';
import { queryOf, sql } from './sql.server.ts';
import type { Sql } from './sql.server.ts';

/**
 * One statement that is given up after so many milliseconds, sooner than the pool's own limit; it then throws SQLSTATE
 * 57014. To say so to PostgreSQL beforehand would be two more statements each time, so that it is told, on a connection of
 * its own, when the time is over.
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
    // What was to end this statement must not end the next one of its connection.
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
