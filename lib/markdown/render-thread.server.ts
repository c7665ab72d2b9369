import { parentPort } from 'node:worker_threads';

import { renderArticleParts } from './article-parts.server.ts';
import type { ArticleOptions, ArticleParts } from './article.ts';
import { MAX_ARTICLE } from './guards.ts';

/** What `RenderPool` asks of one of its threads. */
export interface RenderRequest {
  readonly text: string;
  readonly options: ArticleOptions;
}

/** Whether it is ready, the rendered text, or why there is none. */
export type RenderReply = 'ready' | { readonly parts: ArticleParts } | { readonly failure: string };

/** The clock of the pool stops what takes too long, so that marks may be many. */
const LIMITS = { characters: MAX_ARTICLE, marks: MAX_ARTICLE };

function reply(message: RenderReply): void {
  parentPort?.postMessage(message, []);
}

parentPort?.on('message', ({ text, options }: RenderRequest) => {
  try {
    reply({ parts: renderArticleParts(text, options, LIMITS) });
  } catch (error) {
    reply({ failure: String(error) });
  }
});

reply('ready');
