import type pg from 'pg';

import { createPool } from './connect.server.ts';
import {
  ConnectionFailure,
  NoConnectionFree,
  wrapDriverError,
  toDatabaseFailure,
  isOfStatement,
} from './failures.server.ts';

interface ConnectionPoolOptions extends pg.PoolConfig {
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
    this.pool = createPool(options);
    this.pool.on('error', onError);
    this.pool.on('connect', (client) => client.on('error', onError));
    this.#patience = patience;
    this.#writePatience = writePatience;
    this.#onError = onError;
    const reserve = options.max === 1 ? 0 : Math.max(1, Math.floor(options.max / 4));
    this.#all = new Turnstile(options.max, queue);
    this.#writers = new Turnstile(options.max - reserve, queue);
  }

  /**
   * @param mayBlock for what writes or locks
   * @param caller who takes turns with the others that wait
   * @throws NoConnectionFree, ConnectionFailure
   */
  async run<Result>(
    mayBlock: boolean,
    caller: string,
    work: (loan: BorrowedConnection) => Promise<Result>,
  ): Promise<Result> {
    const until = performance.now() + (mayBlock ? this.#writePatience : this.#patience);
    const turnstiles = mayBlock ? [this.#writers, this.#all] : [this.#all];
    const entered: Turnstile[] = [];
    let loan: BorrowedConnection | undefined;
    try {
      for (const turnstile of turnstiles) {
        if (!turnstile.enter()) await turnstile.wait(until, caller);
        entered.push(turnstile);
      }
      loan = { client: await this.#connect(), isBroken: false, isCancelled: false };
      return await work(loan);
    } catch (error) {
      if (!loan?.isCancelled && error instanceof Error && toDatabaseFailure(error) !== undefined) this.#onError(error);
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
export interface BorrowedConnection {
  readonly client: pg.PoolClient;
  isBroken: boolean;
  isCancelled: boolean;
}

/** Sends a statement, and notes when its error is not about the statement alone. */
export async function send<Row extends pg.QueryResultRow>(
  loan: BorrowedConnection,
  query: pg.QueryConfig & { query_timeout?: number },
): Promise<Row[]> {
  try {
    return (await loan.client.query<Row>(query)).rows;
  } catch (error) {
    loan.isBroken ||= !isOfStatement(error);
    throw wrapDriverError(error);
  }
}

/**
 * Lets so many in at a time. The callers who wait take turns, each with what they asked for first; when the queue is full,
 * whoever waits for most has their last taken out of it, so that nobody is refused for what one other asks.
 */
class Turnstile {
  #free: number;
  readonly #queue: number;
  #length = 0;
  /** Of each caller, in the order of their next turns. */
  readonly #waiting = new Map<string, Waiter[]>();

  constructor(size: number, queue: number) {
    this.#free = size;
    this.#queue = size * queue;
  }

  enter(): boolean {
    if (this.#free === 0) return false;
    this.#free -= 1;
    return true;
  }

  wait(until: number, caller: string): Promise<void> {
    if (this.#length >= this.#queue) this.#makeRoom(caller);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => waiter.refuse('no connection became free in time'), until - performance.now());
      const waiter: Waiter = {
        caller,
        enter: () => {
          clearTimeout(timer);
          this.#remove(waiter);
          resolve();
        },
        refuse: (reason) => {
          clearTimeout(timer);
          this.#remove(waiter);
          reject(new NoConnectionFree(reason));
        },
      };
      this.#length += 1;
      this.#waiting.set(caller, [...(this.#waiting.get(caller) ?? []), waiter]);
    });
  }

  /** The place is handed over, so that nobody who comes now overtakes. */
  leave(): void {
    const [turn] = this.#waiting;
    if (turn === undefined) {
      this.#free += 1;
      return;
    }
    const [caller, waiters] = turn;
    this.#waiting.delete(caller);
    this.#waiting.set(caller, waiters);
    waiters[0]?.enter();
  }

  /** @throws NoConnectionFree when the caller waits for as much as anybody */
  #makeRoom(caller: string): void {
    const longest = [...this.#waiting.values()].reduce((most, own) => (own.length > most.length ? own : most), []);
    const own = this.#waiting.get(caller)?.length ?? 0;
    if (own + 1 >= longest.length) throw new NoConnectionFree(TOO_MANY);
    longest.at(-1)?.refuse(TOO_MANY);
  }

  #remove(waiter: Waiter): void {
    const others = this.#waiting.get(waiter.caller)?.filter((other) => other !== waiter) ?? [];
    if (others.length > 0) this.#waiting.set(waiter.caller, others);
    else this.#waiting.delete(waiter.caller);
    this.#length -= 1;
  }
}

const TOO_MANY = 'too many wait for a connection';

interface Waiter {
  readonly caller: string;
  enter(): void;
  refuse(reason: string): void;
}
