import pg from 'pg';

import { ProcessState } from '#lib/process-state.ts';

import { createPool } from './connect.server.ts';
import { ConnectionPool, send } from './connection-pool.server.ts';
import type { BorrowedConnection } from './connection-pool.server.ts';
import { toQuery, sql } from './sql.server.ts';
import type { Sql } from './sql.server.ts';
import { insideTransaction, refuseInTransaction } from './transaction-guard.server.ts';
import { valueTypes } from './values.server.ts';

export type QueryRow = pg.QueryResultRow;

export interface Queryable {
  query<Row extends QueryRow>(statement: Sql): Promise<Row[]>;
  readonly isTransaction?: boolean;
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
  /** Connections, at least two: a quarter of them is for heavy statements. */
  size: number;
  /** Milliseconds after which PostgreSQL gives up a statement. */
  statementTimeout: number;
  onError?: ((error: Error) => void) | undefined;
}

/** The connections of a process: most for quick statements, a share of their own for heavy ones. */
interface Connections {
  readonly quick: ConnectionPool;
  readonly heavy: ConnectionPool;
}

export class Database implements Queryable {
  /** In-memory state of this process; its transactions share it. */
  readonly processState: ProcessState;
  /** The same, but for a transaction its own: what is batched here runs in one transaction. */
  readonly state: ProcessState;
  readonly #connections: Connections;
  readonly #share: ConnectionPool;
  readonly #transaction: Transaction | undefined;
  readonly #caller: string;

  constructor(
    connections: Connections,
    processState: ProcessState,
    share: ConnectionPool = connections.quick,
    caller = '',
    transaction?: Transaction,
  ) {
    this.#connections = connections;
    this.processState = processState;
    this.state = transaction === undefined ? processState : new ProcessState();
    this.#share = share;
    this.#caller = caller;
    this.#transaction = transaction;
  }

  get isTransaction(): boolean {
    return this.#transaction !== undefined;
  }

  /** The driver's own pool: what asks it passes by the queue. */
  get pool(): pg.Pool {
    return this.#share.pool;
  }

  /**
   * For what reads many rows, such as a search by words, an export, a count: it has connections of its own, so that others
   * never wait for it, and the planner may scan tables. A transaction stays on its connection.
   * @param caller who asks: when many wait, callers take turns
   */
  heavyFor(caller: string): Database {
    if (this.isTransaction || this.#share === this.#connections.heavy) return this;
    return new Database(this.#connections, this.processState, this.#connections.heavy, caller);
  }

  /** The same, for the work of the site itself. */
  get heavy(): Database {
    return this.heavyFor('');
  }

  /** Runs `work` after the commit: at once outside of a transaction, never after a rollback. */
  whenCommitted(work: () => void): void {
    if (this.#transaction === undefined) work();
    else this.#transaction.afterCommit.push(work);
  }

  /** @throws NoConnectionFree, ConnectionFailure, and what PostgreSQL says; `databaseProblem` makes refusals of them */
  async query<Row extends QueryRow>(statement: Sql): Promise<Row[]> {
    const query = toQuery(statement);
    if (this.#transaction === undefined) return this.borrow(query.mayBlock, (loan) => send<Row>(loan, query));
    const { loan, patience } = this.#transaction;
    return send<Row>(loan, patience === undefined ? query : { ...query, query_timeout: patience });
  }

  /** Lends a connection of the share that `this` is, for what `query` cannot do. */
  borrow<Result>(mayBlock: boolean, work: (loan: BorrowedConnection) => Promise<Result>): Promise<Result> {
    if (this.#transaction !== undefined) return work(this.#transaction.loan);
    refuseInTransaction(this.processState);
    return this.#share.run(mayBlock, this.#caller, work);
  }

  /** Lets the statements of this transaction take so many milliseconds, instead of the limit of all others. */
  async extendTimeout(milliseconds: number): Promise<void> {
    if (this.#transaction === undefined) throw new Error('only a transaction has a limit of its own');
    this.#transaction.patience = milliseconds + ANSWER_MS;
    await this.query(sql`select set_config('statement_timeout', ${String(milliseconds)}, true)`);
  }

  /**
   * Commits when `work` returns, rolls back when it throws. Inside another it joins that. What `work` asks of this database
   * it must ask of the one it is given: waiting for a second connection, all could wait for each other.
   */
  async transaction<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
    if (this.isTransaction) return work(this);
    return this.borrow(true, (loan) => this.#transact(loan, work));
  }

  async close(): Promise<void> {
    await Promise.all([this.#connections.quick.pool.end(), this.#connections.heavy.pool.end()]);
    this.processState.clear();
  }

  async #transact<Result>(loan: BorrowedConnection, work: (database: Database) => Promise<Result>): Promise<Result> {
    const transaction: Transaction = { loan, afterCommit: [], patience: undefined };
    const inside = new Database(this.#connections, this.processState, this.#share, this.#caller, transaction);
    try {
      await send(loan, BEGIN);
      const result = await insideTransaction(this.processState, () => work(inside));
      await send(loan, COMMIT);
      for (const committed of transaction.afterCommit) committed();
      return result;
    } catch (error) {
      // With a broken connection the transaction is over; to ask would take as long as a statement may.
      if (!loan.isBroken) await send(loan, ROLLBACK).catch(() => (loan.isBroken = true));
      throw error;
    }
  }
}

interface Transaction {
  readonly loan: BorrowedConnection;
  readonly afterCommit: (() => void)[];
  /** Milliseconds that a statement may take until its answer is here, when they are others than usual. */
  patience: number | undefined;
}

const [BEGIN, COMMIT, ROLLBACK] = ['begin', 'commit', 'rollback'].map((text) => ({ text })) as [
  pg.QueryConfig,
  pg.QueryConfig,
  pg.QueryConfig,
];

/** Milliseconds beyond the limit of a statement, after which PostgreSQL itself must have stopped. */
const ANSWER_MS = 1000;
/** Milliseconds to reach PostgreSQL. */
const CONNECT_MS = 3000;

/**
 * Milliseconds. A caller who finds others in the way is told after two seconds: in that time the quick connections answer
 * thousands of statements, so that a longer queue would not end either. Writes of one row can only come one after the other,
 * and heavy statements take longer; both wait longer. So many may wait for each connection.
 */
const QUICK = { lockTimeout: 2000, patience: 2000, writePatience: 5000, queue: 100 };
const HEAVY = { lockTimeout: 5000, patience: 5000, writePatience: 5000, queue: 10 };

/** Opens two pools; connections are made on demand, so that nothing fails here. */
export function openDatabase({ connection, size, statementTimeout, onError }: DatabaseOptions): Database {
  const heavySize = Math.max(1, Math.floor(size / 4));
  const open = (max: number, { lockTimeout, ...waits }: typeof QUICK, settings: Record<string, string | number>) =>
    new ConnectionPool({
      ...connection,
      ...waits,
      max,
      onError,
      connectionTimeoutMillis: CONNECT_MS,
      query_timeout: statementTimeout + ANSWER_MS,
      idleTimeoutMillis: 60_000,
      options: writeOptions({
        statement_timeout: statementTimeout,
        lock_timeout: lockTimeout,
        jit: 'off',
        timezone: 'UTC',
        ...settings,
      }),
      types: valueTypes,
      application_name: 'site',
    });
  const quick = open(Math.max(1, size - heavySize), QUICK, { enable_seqscan: 'off', random_page_cost: 1.1 });
  const heavy = open(heavySize, HEAVY, { max_parallel_workers_per_gather: 0 });
  return new Database({ quick, heavy }, new ProcessState());
}

/** One connection for what all requests wait for, however busy the others are: counting limits, and notifications. */
export function openSignalPool({
  connection,
  statementTimeout,
  onError = () => undefined,
}: Omit<DatabaseOptions, 'size'>): pg.Pool {
  const pool = createPool({
    ...connection,
    max: 1,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: statementTimeout + ANSWER_MS,
    statement_timeout: statementTimeout,
    types: valueTypes,
    application_name: 'signals',
  });
  return pool.on('error', onError).on('connect', (client) => client.on('error', onError));
}

/**
 * Quick statements are prepared once and run for years: sequential scans, planned while a table was small, are kept out. A
 * page at random costs about what the next one does, as memory and SSDs have it: else a few rows would be read by bitmaps.
 * Compiling (JIT) is not worth it for one run. A heavy statement takes one core at most. Timestamps are read as UTC.
 */
function writeOptions(settings: Record<string, string | number>): string {
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

/** Whether `error` is PostgreSQL's with that SQLSTATE, such as '23505' for a broken unique index. */
export function isSqlState(error: unknown, ...states: string[]): error is pg.DatabaseError {
  return error instanceof pg.DatabaseError && error.code !== undefined && states.includes(error.code);
}
