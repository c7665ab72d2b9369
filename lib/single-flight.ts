/** Simultaneous calls share one run; its signal aborts when every caller has left. */
export class SingleFlight<Result> {
  readonly #running = new Map<string, RunningWork<Result>>();

  run(key: string, work: (signal: AbortSignal) => Promise<Result>, callerSignal?: AbortSignal): Promise<Result> {
    const running = this.#running.get(key) ?? this.#begin(key, work);
    const { result, left } = running;
    // Whether the old run stops or goes on, who comes now gets a result.
    if (left.signal.aborted) return result.catch(() => this.run(key, work, callerSignal));
    running.waiting += 1;
    const leave = () => {
      running.waiting -= 1;
      if (running.waiting === 0) left.abort();
    };
    if (callerSignal?.aborted) leave();
    callerSignal?.addEventListener('abort', leave, { once: true });
    return result.finally(() => callerSignal?.removeEventListener('abort', leave));
  }

  #begin(key: string, work: (signal: AbortSignal) => Promise<Result>): RunningWork<Result> {
    const left = new AbortController();
    const result = work(left.signal).finally(() => this.#running.delete(key));
    const running = { result, left, waiting: 0 };
    this.#running.set(key, running);
    return running;
  }
}

interface RunningWork<Result> {
  readonly result: Promise<Result>;
  readonly left: AbortController;
  waiting: number;
}
