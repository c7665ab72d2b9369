/** Work that several ask for at once and that is done once: who comes while it runs gets its result. */
export class SharedWork<Result> {
  readonly #running = new Map<string, Promise<Result>>();

  run(key: string, work: () => Promise<Result>): Promise<Result> {
    const running = this.#running.get(key);
    if (running !== undefined) return running;
    const mine = work().finally(() => this.#running.delete(key));
    this.#running.set(key, mine);
    return mine;
  }
}

/** Shared work of each owner by itself, such as of each site of a process; gone with the owner. */
export function sharedWorkPer<Result>(): (owner: object) => SharedWork<Result> {
  const all = new WeakMap<object, SharedWork<Result>>();
  return (owner) => {
    const own = all.get(owner) ?? new SharedWork<Result>();
    all.set(owner, own);
    return own;
  };
}
