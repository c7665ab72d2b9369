/**
 * Runs the jobs of a key in batches: those of one turn of the event loop, or that come during a batch, go together. A result
 * that is a promise holds no later batch.
 */
export class Batcher<Job, Result> {
  readonly #work: (jobs: Job[]) => Promise<(Result | Promise<Result>)[]>;
  readonly #size: number;
  readonly #waiting = new Map<string, QueuedJob<Job, Result>[]>();

  /** @param work answers one result per job, in order; when it throws, its batch fails  @param size of a batch */
  constructor(work: (jobs: Job[]) => Promise<(Result | Promise<Result>)[]>, size: number) {
    this.#work = work;
    this.#size = size;
  }

  run(key: string, job: Job): Promise<Result> {
    return new Promise((resolve, reject) => {
      const queue = this.#waiting.get(key);
      if (queue !== undefined) queue.push({ job, resolve, reject });
      else void this.#drain(key, [{ job, resolve, reject }]);
    });
  }

  async #drain(key: string, queue: QueuedJob<Job, Result>[]): Promise<void> {
    this.#waiting.set(key, queue);
    while (queue.length > 0) {
      await endOfTurn();
      const batch = queue.splice(0, this.#size);
      try {
        const results = await this.#work(batch.map(({ job }) => job));
        if (results.length !== batch.length) throw new Error(`${batch.length} jobs had ${results.length} results`);
        for (const [at, result] of results.entries()) batch[at]?.resolve(result);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#waiting.delete(key);
  }
}

function endOfTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

interface QueuedJob<Job, Result> {
  job: Job;
  resolve: (result: Result | Promise<Result>) => void;
  reject: (error: unknown) => void;
}
