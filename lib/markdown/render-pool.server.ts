import { Worker } from 'node:worker_threads';

import threadUrl from 'thread:./render-thread.server.ts';

import type { ArticleOptions, ArticleParts } from './article.ts';
import type { RenderReply, RenderRequest } from './render-thread.server.ts';

export interface PoolLimits {
  /** Threads that work at once; each is started when it is needed. */
  readonly threads: number;
  /** For one text. */
  readonly milliseconds: number;
  /** Of a thread's heap, with all that it has loaded. */
  readonly megabytes: number;
  /** Characters of the articles that wait: a document of feeds asks for a hundred at once. */
  readonly waiting: number;
}

export const POOL_LIMITS: PoolLimits = { threads: 2, milliseconds: 5000, megabytes: 128, waiting: 2 * 1024 * 1024 };

/** Why a text was not rendered: nothing is wrong with it while the pool is `busy`. */
export type RenderRefusal = 'busy' | 'too much';

/** Renders text beside the thread that answers requests, under a limit of time and memory for each. */
export class RenderPool {
  readonly #limits: PoolLimits;
  readonly #onFailure: (reason: string) => void;
  readonly #threads = new Set<RenderThread>();
  readonly #waiting: RenderJob[] = [];
  readonly #unfinished = new Set<Promise<unknown>>();
  #isClosed = false;

  /** @param onFailure told why a text was too much */
  constructor(limits: PoolLimits = POOL_LIMITS, onFailure: (reason: string) => void = () => undefined) {
    this.#limits = limits;
    this.#onFailure = onFailure;
  }

  render(text: string, options: ArticleOptions): Promise<ArticleParts | RenderRefusal> {
    const waiting = this.#waiting.reduce((sum, { request }) => sum + request.text.length, text.length);
    if (waiting > this.#limits.waiting) return Promise.resolve('busy');
    return this.#ask({ text, options });
  }

  /** By `renderMarkdown`; waits for its turn, however many do, because those who ask are few. */
  async renderPlain(text: string): Promise<{ readonly html: string } | RenderRefusal> {
    const parts = await this.#ask({ text });
    if (typeof parts === 'string') return parts;
    return { html: parts.html.filter((part) => typeof part === 'string').join('') };
  }

  #ask(request: RenderRequest): Promise<ArticleParts | RenderRefusal> {
    if (this.#isClosed) return Promise.resolve('busy');
    const { promise, resolve } = Promise.withResolvers<ArticleParts | RenderRefusal>();
    this.#waiting.push({ request, resolve });
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
    if (idle === undefined && this.#threads.size >= this.#limits.threads) return;
    this.#waiting.shift();
    (idle ?? this.#start()).run(job);
  }

  #start(): RenderThread {
    const thread = new RenderThread(this.#limits, {
      idle: () => this.#next(),
      failed: this.#onFailure,
      gone: () => {
        this.#threads.delete(thread);
        this.#next();
      },
    });
    this.#threads.add(thread);
    return thread;
  }
}

interface RenderJob {
  readonly request: RenderRequest;
  readonly resolve: (result: ArticleParts | RenderRefusal) => void;
}

interface ThreadEvents {
  readonly idle: () => void;
  readonly failed: (reason: string) => void;
  readonly gone: () => void;
}

/** For a thread to start, which takes longer than most texts. */
const START_MS = 20_000;

class RenderThread {
  readonly #limits: PoolLimits;
  readonly #events: ThreadEvents;
  readonly #worker: Worker;
  #state: 'starting' | 'ready' | 'ended' = 'starting';
  #job: RenderJob | undefined;
  #clock: NodeJS.Timeout | undefined;

  constructor(limits: PoolLimits, events: ThreadEvents) {
    this.#limits = limits;
    this.#events = events;
    const resourceLimits = { maxOldGenerationSizeMb: limits.megabytes, maxYoungGenerationSizeMb: 16 };
    this.#worker = new Worker(new URL(threadUrl), { resourceLimits, execArgv: [], name: 'markdown' });
    // It holds no process that has nothing else to do.
    this.#worker.unref();
    this.#worker.on('message', (reply: RenderReply) => this.#hear(reply));
    this.#worker.on('error', ({ message }) => void this.#stop(message));
    this.#worker.on('exit', () => {
      void this.#stop('the thread ended');
      events.gone();
    });
  }

  get isIdle(): boolean {
    return this.#state === 'ready' && this.#job === undefined;
  }

  run(job: RenderJob): void {
    this.#job = job;
    this.#setClock(this.#state === 'ready' ? this.#limits.milliseconds : START_MS);
    if (this.#state === 'ready') this.#worker.postMessage(job.request, []);
  }

  async end(): Promise<void> {
    this.#state = 'ended';
    await this.#worker.terminate();
  }

  #setClock(milliseconds: number): void {
    clearTimeout(this.#clock);
    this.#clock = setTimeout(() => void this.#stop(`took more than ${milliseconds} ms`), milliseconds).unref();
  }

  #hear(reply: RenderReply): void {
    if (this.#state === 'ended') return;
    this.#state = 'ready';
    if (reply === 'ready') return this.#job && this.run(this.#job);
    if ('parts' in reply) this.#finish(reply.parts);
    else this.#refuse(reply.failure);
    this.#events.idle();
  }

  async #stop(reason: string): Promise<void> {
    this.#refuse(reason);
    await this.end();
  }

  #refuse(reason: string): void {
    if (this.#job !== undefined) this.#events.failed(reason);
    this.#finish('too much');
  }

  #finish(result: ArticleParts | RenderRefusal): void {
    clearTimeout(this.#clock);
    const job = this.#job;
    this.#job = undefined;
    job?.resolve(result);
  }
}
