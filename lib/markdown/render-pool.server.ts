import threadUrl from 'thread:./render-thread.server.ts';

import { ThreadPool } from '#lib/threads/thread-pool.server.ts';
import type { PoolLimits, ThreadRefusal } from '#lib/threads/thread-pool.server.ts';

import type { ArticleOptions, ArticleParts } from './article.ts';
import type { RenderRequest } from './render-thread.server.ts';

/** Of the articles that wait the characters count: a document of feeds asks for a hundred at once. */
export const POOL_LIMITS: PoolLimits = { threads: 2, milliseconds: 5000, megabytes: 128, waiting: 2 * 1024 * 1024 };

/** Renders text beside the thread that answers requests, under a limit of time and memory for each. */
export class RenderPool {
  readonly #pool: ThreadPool<RenderRequest, ArticleParts>;

  /** @param onFailure told why a text was too much */
  constructor(limits: PoolLimits = POOL_LIMITS, onFailure: (reason: string) => void = () => undefined) {
    this.#pool = new ThreadPool({ url: threadUrl, name: 'markdown', limits, onFailure });
  }

  render(text: string, options: ArticleOptions): Promise<ArticleParts | ThreadRefusal> {
    return this.#pool.run({ text, options }, { weight: Math.max(1, text.length) });
  }

  /** By `renderMarkdown`; waits for its turn, however much does, because those who ask are few. */
  async renderPlain(text: string): Promise<{ readonly html: string } | ThreadRefusal> {
    const parts = await this.#pool.run({ text }, { weight: 0 });
    if (typeof parts === 'string') return parts;
    return { html: parts.html.filter((part) => typeof part === 'string').join('') };
  }

  /** Takes no more, and ends what was begun. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}
