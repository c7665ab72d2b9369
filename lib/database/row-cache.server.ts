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
 * the row; the writer also calls `forget` itself, to read its own writes. Without a connection nothing is cached.
 */
export class RowCache {
  readonly #kinds = new Map<string, Map<string, Promise<unknown>>>();
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
    return this.#epoch;
  }

  /** What does not exist is not cached. */
  get<Value>(kind: CachedRows<Value>, key: string, load: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const known = this.#kinds.get(kind.topic)?.get(key);
    if (known !== undefined) return known as Promise<Value | undefined>;
    const loading = load();
    if (this.#listener.connected) this.#remember(kind, key, loading);
    return loading;
  }

  forget({ topic }: CachedRows<unknown>, key: string): void {
    this.#kinds.get(topic)?.delete(key);
  }

  #remember({ topic }: CachedRows<unknown>, key: string, loading: Promise<unknown>): void {
    const rows = this.#kinds.get(topic) ?? new Map<string, Promise<unknown>>();
    this.#kinds.set(topic, rows);
    const oldest = rows.size >= MAX_ROWS ? rows.keys().next().value : undefined;
    if (oldest !== undefined) rows.delete(oldest);
    rows.set(key, loading);
    const drop = () => rows.get(key) === loading && rows.delete(key);
    loading.then((value) => value === undefined && drop(), drop);
  }
}
