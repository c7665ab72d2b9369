import pg from 'pg';

import { ProcessState } from '#lib/process-state.ts';

import { queryOf } from './sql.server.ts';
import type { Sql } from './sql.server.ts';
import { valueTypes } from './values.server.ts';

export type QueryRow = pg.QueryResultRow;

export interface Queryable {
  query<Row extends QueryRow>(statement: Sql): Promise<Row[]>;
}

export interface ConnectionOptions {
  connectionString?: string;
  host?: string;
  port?: number;
  user?: string;
  database?: string;
}

export interface DatabaseOptions {
  connection: ConnectionOptions;
  size: number;
  /** Milliseconds after which PostgreSQL gives up a statement. */
  statementTimeout: number;
  onError?: (error: Error) => void;
}

export class Database implements Queryable {
  readonly pool: pg.Pool;
  /** In-memory state of this process; its transactions share it. */
  readonly processState: ProcessState;
  /** The same, but for a transaction its own: what is batched here runs in one transaction. */
  readonly state: ProcessState;
  readonly #runner: pg.Pool | pg.PoolClient;
  readonly #afterCommit: (() => void)[];

  constructor(
    pool: pg.Pool,
    processState: ProcessState,
    runner: pg.Pool | pg.PoolClient = pool,
    afterCommit: (() => void)[] = [],
  ) {
    this.pool = pool;
    this.processState = processState;
    this.state = runner === pool ? processState : new ProcessState();
    this.#runner = runner;
    this.#afterCommit = afterCommit;
  }

  get isTransaction(): boolean {
    return this.#runner !== this.pool;
  }

  /** Runs `work` after the commit: at once outside of a transaction, never after a rollback. */
  whenCommitted(work: () => void): void {
    if (this.isTransaction) this.#afterCommit.push(work);
    else work();
  }

  async query<Row extends QueryRow>(statement: Sql): Promise<Row[]> {
    return this.#send<Row>(queryOf(statement));
  }

  /** Commits when `work` returns, rolls back when it throws. Inside another it joins that. */
  async transaction<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    if (this.isTransaction) return work(this);
    const client = await this.pool.connect();
    const afterCommit: (() => void)[] = [];
    let broken: Error | undefined;
    try {
      await client.query('begin');
      const result = await work(new Database(this.pool, this.processState, client, afterCommit));
      await client.query('commit');
      for (const committed of afterCommit) committed();
      return result;
    } catch (error) {
      if (error instanceof pg.DatabaseError && !isOfStatement(error)) broken = error;
      await client.query('rollback').catch((failure: Error) => (broken = failure));
      throw error;
    } finally {
      client.release(broken);
    }
  }

  async close(): Promise<void> {
    await this.pool.end();
    this.processState.clear();
  }

  /** The pool's own `query` gives up the connection after every refusal, even that of a duplicate key. */
  async #send<Row extends QueryRow>(query: pg.QueryConfig): Promise<Row[]> {
    if (this.isTransaction) return (await this.#runner.query<Row>(query)).rows;
    const client = await this.pool.connect();
    let isBroken = false;
    try {
      return (await client.query<Row>(query)).rows;
    } catch (error) {
      isBroken = !isOfStatement(error);
      throw error;
    } finally {
      client.release(isBroken);
    }
  }
}

/** Opens a pool; connections are made on demand, so that nothing fails here. */
export function openDatabase(options: DatabaseOptions): Database {
  const pool = new pg.Pool({
    ...options.connection,
    max: options.size,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    options: settingsOf(options),
    types: valueTypes,
    application_name: 'site',
  });
  const onError = (error: Error) => options.onError?.(error);
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return new Database(pool, new ProcessState());
}

/**
 * Statements are prepared once and run for years: sequential scans, planned while a table was small, are kept out, and
 * compiling (JIT) is not worth it for one run. Timestamps are read as UTC.
 */
function settingsOf({ statementTimeout }: DatabaseOptions): string {
  const settings = { statement_timeout: statementTimeout, enable_seqscan: 'off', jit: 'off', timezone: 'UTC' };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/**
 * Runs `work` again after a deadlock. It is one statement or one whole transaction of `db`, so that it has then done
 * nothing; inside of a transaction only whoever began that can run it again.
 */
export async function retryAfterDeadlock<Result>(
  db: { readonly isTransaction: boolean },
  work: () => Promise<Result>,
  tries = 5,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (db.isTransaction || !isSqlState(error, '40P01') || tries === 0) throw error;
    return retryAfterDeadlock(db, work, tries - 1);
  }
}

/**
 * Whether an error is about the statement alone: bad data, a broken rule, a conflict, the time limit, a quota of ours.
 * After any other a new connection is the safer one.
 */
export function isOfStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(22|23|40|55P03|57014|QUOTA)/.test(error.code ?? '');
}

/** Whether `error` is PostgreSQL's with that SQLSTATE, such as '23505' for a broken unique index. */
export function isSqlState(error: unknown, ...states: string[]): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code !== undefined && states.includes(error.code);
}
