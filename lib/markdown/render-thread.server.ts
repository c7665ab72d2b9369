import { serveTasks } from '#lib/threads/thread.server.ts';

import { renderArticleParts } from './article-parts.server.ts';
import type { ArticleOptions } from './article.ts';
import { MAX_ARTICLE } from './guards.ts';

/** What `RenderPool` asks of one of its threads. */
export interface RenderRequest {
  readonly text: string;
  readonly options: ArticleOptions;
}

/** The clock of the pool stops what takes too long, so that marks may be many. */
const LIMITS = { characters: MAX_ARTICLE, marks: MAX_ARTICLE };

serveTasks(({ text, options }: RenderRequest) => renderArticleParts(text, options, LIMITS));
