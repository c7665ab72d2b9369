import { serveTasks } from '#lib/threads/thread.server.ts';

import { renderArticleParts } from './article-parts.server.ts';
import type { ArticleOptions, ArticleParts } from './article.ts';
import { renderMarkdown } from './markdown.server.ts';

/** What `RenderPool` asks of one of its threads: an article, or without options what `renderMarkdown` makes of a text. */
export interface RenderRequest {
  readonly text: string;
  readonly options?: ArticleOptions;
}

serveTasks(({ text, options }: RenderRequest) =>
  options === undefined ? plainParts(text) : renderArticleParts(text, options),
);

async function plainParts(text: string): Promise<ArticleParts> {
  return { html: [await renderMarkdown(text)], headings: [], words: 0, minutes: 1 };
}
