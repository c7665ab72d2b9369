import { Worker } from 'node:worker_threads';
import type { Transferable } from 'node:worker_threads';

import type { ThreadReply } from './thread.server.ts';

export interface PoolLimits {
  /** Threads that work at once; each is started when it is needed. */
  readonly threads: number;
  /** For one task. */
  readonly milliseconds: number;
  /** Of a thread's heap, with all that it has loaded. */
  readonly megabytes: number;
  /** Of the tasks that wait: their number, or the sum of what each is said to weigh. */
  readonly waiting: number;
}

/** Why a task was not done: nothing is wrong with it while the pool is `busy`, or no thread starts. */
export type ThreadRefusal = 'busy' | 'too much';

interface PoolOptions {
  /** Of a file that calls `serveTasks`: `import url from 'thread:./work.ts'`. */
  readonly url: string;
  readonly name: string;
  readonly limits: PoolLimits;
  /** Told why a task was not done. */
  readonly onFailure?: (reason: string) => void;
}

/** Does what strangers' bytes ask for beside the thread that answers requests, under a limit of time and memory for each task. */
export class ThreadPool<Task, Result> {
  readonly #options: PoolOptions;
  readonly #threads = new Set<PoolThread<Task, Result>>();
  readonly #waiting: PoolTask<Task, Result>[] = [];
  readonly #unfinished = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  /** @param transfer buffers of the task that the thread takes over @param weight 0 waits however much does */
  run(
    task: Task,
    { weight = 1, transfer = [] }: { weight?: number; transfer?: readonly Transferable[] } = {},
  ): Promise<Result | ThreadRefusal> {
    const weighs = this.#waiting.reduce((sum, waiting) => sum + waiting.weight, weight);
    if (this.#isClosed || (weight > 0 && weighs > this.#options.limits.waiting)) return Promise.resolve('busy');
    const { promise, resolve } = Promise.withResolvers<Result | ThreadRefusal>();
    this.#waiting.push({ task, weight, transfer, resolve });
    this.#unfinished.add(promise);
    void promise.then(() => this.#unfinished.delete(promise));
    this.#next();
    return promise;
  }

  /** Takes no more, and ends what was begun. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#unfinished);
    await Promise.all([...this.#threads].map((thread) => thread.end()));
  }

  #next(): void {
    const [job] = this.#waiting;
    if (job === undefined) return;
    const idle = [...this.#threads].find((thread) => thread.isIdle);
    if (idle === undefined && this.#threads.size >= this.#options.limits.threads) return;
    this.#waiting.shift();
    (idle ?? this.#start()).run(job);
  }

  #start(): PoolThread<Task, Result> {
    const thread = new PoolThread<Task, Result>(this.#options, {
      idle: () => this.#next(),
      gone: () => {
        this.#threads.delete(thread);
        this.#next();
      },
    });
    this.#threads.add(thread);
    return thread;
  }
}

interface PoolTask<Task, Result> {
  readonly task: Task;
  readonly weight: number;
  readonly transfer: readonly Transferable[];
  readonly resolve: (result: Result | ThreadRefusal) => void;
}

interface ThreadEvents {
  readonly idle: () => void;
  readonly gone: () => void;
}

/** For a thread to start, which takes longer than most tasks. */
const START_MS = 20_000;

class PoolThread<Task, Result> {
  readonly #options: PoolOptions;
  readonly #events: ThreadEvents;
  readonly #worker: Worker;
  #state: 'starting' | 'ready' | 'ended' = 'starting';
  #job: PoolTask<Task, Result> | undefined;
  #clock: NodeJS.Timeout | undefined;

  constructor(options: PoolOptions, events: ThreadEvents) {
    const { url, name, limits } = options;
    this.#options = options;
    this.#events = events;
    const resourceLimits = { maxOldGenerationSizeMb: limits.megabytes, maxYoungGenerationSizeMb: 16 };
    this.#worker = new Worker(new URL(url), { resourceLimits, execArgv: [], name });
    // It holds no process that has nothing else to do.
    this.#worker.unref();
    this.#worker.on('message', (reply: ThreadReply<Result>) => this.#hear(reply));
    this.#worker.on('error', ({ message }) => void this.#stop(message));
    this.#worker.on('exit', () => {
      void this.#stop('the thread ended');
      events.gone();
    });
  }

  get isIdle(): boolean {
    return this.#state === 'ready' && this.#job === undefined;
  }

  run(job: PoolTask<Task, Result>): void {
    this.#job = job;
    this.#setClock(this.#state === 'ready' ? this.#options.limits.milliseconds : START_MS);
    if (this.#state === 'ready') this.#worker.postMessage(job.task, job.transfer);
  }

  async end(): Promise<void> {
    this.#state = 'ended';
    await this.#worker.terminate();
  }

  #setClock(milliseconds: number): void {
    clearTimeout(this.#clock);
    this.#clock = setTimeout(() => void this.#stop(`took more than ${milliseconds} ms`), milliseconds).unref();
  }

  #hear(reply: ThreadReply<Result>): void {
    if (this.#state === 'ended') return;
    this.#state = 'ready';
    if (reply === 'ready') return this.#job && this.run(this.#job);
    if ('result' in reply) this.#finish(reply.result);
    else this.#refuse(reply.failure);
    this.#events.idle();
  }

  async #stop(reason: string): Promise<void> {
    this.#refuse(reason);
    await this.end();
  }

  /** What a thread that has not started yet cannot do is no fault of the task. */
  #refuse(reason: string): void {
    if (this.#job !== undefined) this.#options.onFailure?.(reason);
    this.#finish(this.#state === 'starting' ? 'busy' : 'too much');
  }

  #finish(result: Result | ThreadRefusal): void {
    clearTimeout(this.#clock);
    const job = this.#job;
    this.#job = undefined;
    job?.resolve(result);
  }
}
