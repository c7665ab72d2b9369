/** Keeps the most recently used values, up to a number. */
export class LruCache<Value> {
  readonly #most: number;
  readonly #values = new Map<string, Promise<Value>>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Simultaneous calls share one `make`; a failure is not cached. */
  get(key: string, make: () => Promise<Value>): Promise<Value> {
    const value = this.#values.get(key) ?? this.#made(key, make());
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#most && oldest !== undefined) this.#values.delete(oldest);
    return value;
  }

  delete(key: string): void {
    this.#values.delete(key);
  }

  #made(key: string, making: Promise<Value>): Promise<Value> {
    making.catch(() => this.#values.delete(key));
    return making;
  }
}
