import type { Current } from '#app/current/current.server.ts';
import { plainArticle } from '#lib/markdown/article-parts.server.ts';
import type { ArticleOptions, ArticleParts } from '#lib/markdown/article.ts';
import { isQuick, plainHtml } from '#lib/markdown/guards.ts';
import { renderMarkdown } from '#lib/markdown/markdown.server.ts';
import { POOL_LIMITS, RenderPool } from '#lib/markdown/render-pool.server.ts';
import { Problem } from '#lib/problem.ts';

import { renderersBusy } from './problems.ts';

/** Never in the way of other requests. @throws Problem 503 when too many texts are being rendered */
export async function renderBeside(current: Current, text: string, options: ArticleOptions): Promise<ArticleParts> {
  const parts = await poolOf(current).render(text, options);
  if (parts === 'busy') throw new Problem(renderersBusy, { headers: { 'retry-after': '2' } });
  return parts === 'too much' ? plainArticle(text) : parts;
}

/** Markdown without blocks, also beside other requests. */
export async function renderPlainBeside(current: Current, text: string): Promise<string> {
  if (isQuick(text)) return renderMarkdown(text);
  const rendered = await poolOf(current).renderPlain(text);
  // A process that stops answers nobody any more, and what it has begun to send needs its text.
  if (rendered === 'busy') return renderMarkdown(text);
  return rendered === 'too much' ? plainHtml(text) : rendered.html;
}

const createPools = (): { pool?: RenderPool } => ({});

/** One for each process, which stops with it. */
function poolOf({ db, closing, log }: Current): RenderPool {
  const pools = db.processState.get(createPools);
  if (pools.pool === undefined) {
    const pool = new RenderPool(POOL_LIMITS, (reason) => log.warn({ reason }, 'a text was too much to render'));
    closing.addEventListener('abort', () => void pool.close(), { once: true });
    pools.pool = pool;
  }
  return pools.pool;
}
