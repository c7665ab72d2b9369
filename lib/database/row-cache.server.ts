import type { Queryable } from './database.server.ts';
import type { Listener } from './listener.server.ts';

/** Per kind, so that one kind does not push out another. */
const MAX_ROWS = 10_000;

/** One kind of row; `topic` is the first part of the notifications of its changes. */
export interface CachedRows<Value> {
  readonly topic: string;
  /** Never set: carries the type. */
  readonly value?: Value;
}

/**
 * Caches rows that every request reads and that seldom change. A trigger notifies `topic:key`, and every process forgets
 * the row; the writer also calls `forget` itself, to read its own writes. While nothing may be heard nothing is cached.
 */
export class RowCache {
  readonly #kinds = new Map<string, Map<string, CachedRow>>();
  readonly #listener: Listener;
  #epoch = 0;

  constructor(listener: Listener) {
    this.#listener = listener;
    listener.watch(
      (payload) => {
        const colon = payload.indexOf(':');
        this.#kinds.get(payload.slice(0, colon))?.delete(payload.slice(colon + 1));
      },
      () => {
        this.#kinds.clear();
        this.#epoch += 1;
      },
    );
  }

  /** Changes when the connection was lost: other caches of the database must be cleared then. */
  get epoch(): number {
    this.#listener.isListening();
    return this.#epoch;
  }

  /**
   * What does not exist is not cached. A transaction reads its row itself: to wait for the reading of another would be to
   * wait for a second connection, and what it reads may never be committed.
   */
  get<Value>(
    { topic }: CachedRows<Value>,
    key: string,
    db: Queryable,
    load: (db: Queryable) => Promise<Value | undefined>,
  ): Promise<Value | undefined> {
    const isListening = this.#listener.isListening();
    const known = this.#kinds.get(topic)?.get(key);
    if (known !== undefined && (known.isLoaded || !db.isTransaction))
      return known.loading as Promise<Value | undefined>;
    const loading = load(db);
    if (isListening && !db.isTransaction) this.#remember(topic, key, loading);
    return loading;
  }

  forget({ topic }: CachedRows<unknown>, key: string): void {
    this.#kinds.get(topic)?.delete(key);
  }

  #remember(topic: string, key: string, loading: Promise<unknown>): void {
    const rows = this.#kinds.get(topic) ?? new Map<string, CachedRow>();
    this.#kinds.set(topic, rows);
    const oldest = rows.size >= MAX_ROWS ? rows.keys().next().value : undefined;
    if (oldest !== undefined) rows.delete(oldest);
    const row: CachedRow = { loading, isLoaded: false };
    rows.set(key, row);
    const drop = () => rows.get(key) === row && rows.delete(key);
    loading.then((value) => void (value === undefined ? drop() : (row.isLoaded = true)), drop);
  }
}

interface CachedRow {
  readonly loading: Promise<unknown>;
  isLoaded: boolean;
}
