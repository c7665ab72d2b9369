/**
 * What a process remembers for as long as its owner lives, such as a queue or a cache. Each thing is known by the function
 * that makes it, when it is first asked for, so that two sites in one process share nothing.
 */
export class ProcessState {
  readonly #states = new Map<() => unknown, unknown>();

  get<State>(create: () => State): State {
    if (!this.#states.has(create)) this.#states.set(create, create());
    return this.#states.get(create) as State;
  }

  /** Forgets everything. */
  clear(): void {
    this.#states.clear();
  }
}
