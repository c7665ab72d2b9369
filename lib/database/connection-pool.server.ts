import pg from 'pg';

import {
  ConnectionFailure,
  NoConnectionFree,
  connectionFailureOf,
  failureOf,
  isOfStatement,
} from './failures.server.ts';

export interface ConnectionPoolOptions extends pg.PoolConfig {
  max: number;
  /** Milliseconds that a statement waits for a connection before it is refused. */
  patience: number;
  /** The same for one that writes or locks. */
  writePatience: number;
  /** Statements that may wait for each connection. */
  queue: number;
  onError?: ((error: Error) => void) | undefined;
}

/**
 * Some connections of a process and a bounded queue before them. What may wait for a lock never holds the last quarter, so
 * that blocked writers leave connections to readers.
 */
export class ConnectionPool {
  readonly pool: pg.Pool;
  readonly #patience: number;
  readonly #writePatience: number;
  readonly #onError: (error: Error) => void;
  readonly #all: Turnstile;
  readonly #writers: Turnstile;

  constructor({ patience, writePatience, queue, onError = () => undefined, ...options }: ConnectionPoolOptions) {
    this.pool = new pg.Pool(options);
    this.pool.on('error', onError);
    this.pool.on('connect', (client) => client.on('error', onError));
    this.#patience = patience;
    this.#writePatience = writePatience;
    this.#onError = onError;
    const reserve = options.max === 1 ? 0 : Math.max(1, Math.floor(options.max / 4));
    this.#all = new Turnstile(options.max, queue);
    this.#writers = new Turnstile(options.max - reserve, queue);
  }

  /** @param mayBlock for what writes or locks  @throws NoConnectionFree, ConnectionFailure */
  async run<Result>(mayBlock: boolean, work: (loan: Loan) => Promise<Result>): Promise<Result> {
    const until = performance.now() + (mayBlock ? this.#writePatience : this.#patience);
    const turnstiles = mayBlock ? [this.#writers, this.#all] : [this.#all];
    const entered: Turnstile[] = [];
    let loan: Loan | undefined;
    try {
      for (const turnstile of turnstiles) {
        if (!turnstile.enter()) await turnstile.wait(until);
        entered.push(turnstile);
      }
      loan = { client: await this.#connect(), isBroken: false, isCancelled: false };
      return await work(loan);
    } catch (error) {
      if (!loan?.isCancelled && error instanceof Error && failureOf(error) !== undefined) this.#onError(error);
      throw error;
    } finally {
      loan?.client.release(loan.isBroken || loan.isCancelled);
      for (const turnstile of entered) turnstile.leave();
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.pool.connect();
    } catch (error) {
      throw new ConnectionFailure(error instanceof Error ? error.message : String(error), { cause: error });
    }
  }
}

/** A connection on loan. A broken one is not used again, nor one of which a statement was cancelled. */
export interface Loan {
  readonly client: pg.PoolClient;
  isBroken: boolean;
  isCancelled: boolean;
}

/** Sends a statement, and notes when its error is not about the statement alone. */
export async function send<Row extends pg.QueryResultRow>(
  loan: Loan,
  query: pg.QueryConfig & { query_timeout?: number },
): Promise<Row[]> {
  try {
    return (await loan.client.query<Row>(query)).rows;
  } catch (error) {
    loan.isBroken ||= !isOfStatement(error);
    throw connectionFailureOf(error);
  }
}

/** Lets so many in at a time; those who wait follow in their order. */
class Turnstile {
  #free: number;
  readonly #queue: number;
  readonly #waiting = new Set<() => void>();

  constructor(size: number, queue: number) {
    this.#free = size;
    this.#queue = size * queue;
  }

  enter(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  wait(until: number): Promise<void> {
    if (this.#waiting.size >= this.#queue) throw new NoConnectionFree('too many wait for a connection');
    return new Promise((resolve, reject) => {
      const go = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(go);
        reject(new NoConnectionFree('no connection became free in time'));
      }, until - performance.now());
      this.#waiting.add(go);
    });
  }

  /** The place is handed over, so that nobody who comes now overtakes. */
  leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) this.#free += 1;
    else {
      this.#waiting.delete(next);
      next();
    }
  }
}
