import type { Listener } from './listener.server.ts';

/** Of one kind: whoever fills one does not push out another. */
const MAX_ROWS = 10_000;

/** One kind of remembered row; its topic is the first part of the notifications that tell its changes. */
export interface CachedRows<Value> {
  readonly topic: string;
  /** Never set: it carries the type of the remembered value. */
  readonly value?: Value;
}

/**
 * Remembers rows that are read by every request and change seldom. A trigger notifies `topic:key` of a change, and
 * every process forgets the row; the process that made the change calls `forget` itself, so that it reads its own
 * writes. While the listener has no connection nothing is remembered.
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

  /** Another number whenever the connection was lost: what else is remembered of the database is to be forgotten then. */
  get epoch(): number {
    return this.#epoch;
  }

  /** The remembered row, or what `load` finds; what does not exist is not remembered. */
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
