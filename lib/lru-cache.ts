/** Remembers what was made lately: the most recently asked for, up to a number. */
export class LruCache<Value> {
  readonly #most: number;
  readonly #values = new Map<string, Promise<Value>>();

  constructor(most: number) {
    this.#most = most;
  }

  /** The value of the key, made once however many ask at a time; a making that fails is not remembered. */
  get(key: string, make: () => Promise<Value>): Promise<Value> {
    const value = this.#values.get(key) ?? this.#made(key, make());
    this.#values.delete(key);
    this.#values.set(key, value);
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.#most && oldest !== undefined) this.#values.delete(oldest);
    return value;
  }

  #made(key: string, making: Promise<Value>): Promise<Value> {
    making.catch(() => this.#values.delete(key));
    return making;
  }
}
