import { parentPort } from 'node:worker_threads';

import { renderArticleParts } from './article-parts.server.ts';
import type { ArticleOptions, ArticleParts } from './article.ts';
import { renderMarkdown } from './markdown.server.ts';

/** What `RenderPool` asks of one of its threads: an article, or without options what `renderMarkdown` makes of a text. */
export interface RenderRequest {
  readonly text: string;
  readonly options?: ArticleOptions;
}

/** Whether it is ready, the rendered text, or why there is none. */
export type RenderReply = 'ready' | { readonly parts: ArticleParts } | { readonly failure: string };

function reply(message: RenderReply): void {
  parentPort?.postMessage(message, []);
}

parentPort?.on('message', (request: RenderRequest) => void answer(request));

async function answer({ text, options }: RenderRequest): Promise<void> {
  try {
    reply({ parts: options === undefined ? await plainParts(text) : renderArticleParts(text, options) });
  } catch (error) {
    reply({ failure: String(error) });
  }
}

async function plainParts(text: string): Promise<ArticleParts> {
  return { html: [await renderMarkdown(text)], headings: [], words: 0, minutes: 1 };
}

reply('ready');
