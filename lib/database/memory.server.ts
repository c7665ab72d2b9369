import type { Listener } from './listener.server.ts';

const MAX_ENTRIES = 10_000;

/** One kind of remembered row; its topic is the first part of the notifications that tell its changes. */
export interface Remembered<Value> {
  readonly topic: string;
  /** Never set: it carries the type of the remembered value. */
  readonly value?: Value;
}

/**
 * Remembers rows that are read by every request and change seldom. A trigger notifies `topic:key` of a change, and
 * every process forgets the row; the process that made the change calls `forget` itself, so that it reads its own
 * writes. While the listener has no connection nothing is remembered.
 */
export class Memory {
  readonly #entries = new Map<string, Promise<unknown>>();
  readonly #listener: Listener;
  #era = 0;

  constructor(listener: Listener) {
    this.#listener = listener;
    listener.watch(
      (payload) => this.#entries.delete(payload),
      () => {
        this.#entries.clear();
        this.#era += 1;
      },
    );
  }

  /** Another number whenever the connection was lost: what else is remembered of the database is to be forgotten then. */
  get era(): number {
    return this.#era;
  }

  /** The remembered row, or what `load` finds; what does not exist is not remembered. */
  get<Value>(kind: Remembered<Value>, key: string, load: () => Promise<Value | undefined>): Promise<Value | undefined> {
    const entry = `${kind.topic}:${key}`;
    const known = this.#entries.get(entry);
    if (known !== undefined) return known as Promise<Value | undefined>;
    const loading = load();
    if (this.#listener.connected) this.#remember(entry, loading);
    return loading;
  }

  forget(kind: Remembered<unknown>, key: string): void {
    this.#entries.delete(`${kind.topic}:${key}`);
  }

  #remember(entry: string, loading: Promise<unknown>): void {
    const oldest = this.#entries.size >= MAX_ENTRIES ? this.#entries.keys().next().value : undefined;
    if (oldest !== undefined) this.#entries.delete(oldest);
    this.#entries.set(entry, loading);
    const drop = () => this.#entries.get(entry) === loading && this.#entries.delete(entry);
    loading.then((value) => value === undefined && drop(), drop);
  }
}
