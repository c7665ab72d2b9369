/** In-memory state such as queues and caches, by the function that makes it, so that two sites in a process share none. */
export class ProcessState {
  readonly #states = new Map<() => unknown, unknown>();

  get<State>(create: () => State): State {
    if (!this.#states.has(create)) this.#states.set(create, create());
    return this.#states.get(create) as State;
  }

  clear(): void {
    this.#states.clear();
  }
}
