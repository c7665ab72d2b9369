import type { Current } from '#app/current/current.server.ts';
import { getText } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { requireRole } from '#app/current/permission.ts';
import { ownOrigins } from '#app/current/stage.ts';
import { studio } from '#content/studio.ts';
import { LruCache } from '#lib/lru-cache.ts';
import { plainArticle, renderArticleParts } from '#lib/markdown/article-parts.server.ts';
import { fillBlocks } from '#lib/markdown/article.server.ts';
import type { Article, ArticleOptions, ArticleParts } from '#lib/markdown/article.ts';
import { isQuick, plainHtml } from '#lib/markdown/guards.ts';
import { renderMarkdown } from '#lib/markdown/markdown.server.ts';
import { POOL_LIMITS, RenderPool } from '#lib/markdown/render-pool.server.ts';
import { Problem } from '#lib/problem.ts';

import { articleBlocks } from './blocks/article-blocks.server.tsx';
import { findImageSizes } from './blocks/image.server.ts';
import { renderersBusy } from './problems.ts';

interface ArticleText {
  /** Another one when the text changes. */
  readonly key: string;
  readonly locale: Locale;
  readonly read: () => Promise<string>;
}

/** As the actor may see it: blocks ask on their behalf. @throws Problem 503 when too many texts are being rendered */
export async function renderArticle(current: Current, { key, locale, read }: ArticleText): Promise<Article> {
  const rendered = current.db.processState.get(createRendered);
  const parts = await rendered.get(`${key} ${locale}`, async () => renderParts(current, await read(), locale));
  return fillArticle(current, parts, locale);
}

/** What a text would look like as an article, with its outline unless it is too much; never in the way of other requests. Needs staff. @throws Problem 503 as above */
export async function renderArticlePreview(current: Current, text: string, locale: Locale): Promise<Article> {
  requireRole(current, 'staff');
  const options = { ...(await buildOptions(current, locale)), withOutline: true };
  const parts = await renderBeside(current, text, options);
  return fillArticle(current, parts, locale);
}

/** Markdown without blocks, also beside other requests. */
export async function renderPlainBeside(current: Current, text: string): Promise<string> {
  if (isQuick(text)) return renderMarkdown(text);
  const rendered = await sharedPool(current).renderPlain(text);
  // A process that stops answers nobody any more, and what it has begun to send needs its text.
  if (rendered === 'busy') return renderMarkdown(text);
  return rendered === 'too much' ? plainHtml(text) : rendered.html;
}

async function fillArticle(current: Current, parts: ArticleParts, locale: Locale): Promise<Article> {
  return fillBlocks(parts, await articleBlocks(current, locale, await findImageSizes(current, parts)));
}

/** What articles are made of before anything depends on who reads them; documents of feeds need many at once. */
const createRendered = () => new LruCache<ArticleParts>(256);

async function renderParts(current: Current, text: string, locale: Locale): Promise<ArticleParts> {
  const options = await buildOptions(current, locale);
  return isQuick(text) ? renderArticleParts(text, options) : renderBeside(current, text, options);
}

/** Never in the way of other requests. @throws Problem 503 when too many texts are being rendered */
async function renderBeside(current: Current, text: string, options: ArticleOptions): Promise<ArticleParts> {
  const parts = await sharedPool(current).render(text, options);
  if (parts === 'busy') throw new Problem(renderersBusy, { headers: { 'retry-after': '2' } });
  return parts === 'too much' ? plainArticle(text) : parts;
}

const createPools = (): { pool?: RenderPool } => ({});

/** One for each process, which stops with it. */
function sharedPool({ db, closing, log }: Current): RenderPool {
  const pools = db.processState.get(createPools);
  if (pools.pool === undefined) {
    const pool = new RenderPool(POOL_LIMITS, (reason) => log.warn({ reason }, 'a text was too much to render'));
    closing.addEventListener('abort', () => void pool.close(), { once: true });
    pools.pool = pool;
  }
  return pools.pool;
}

async function buildOptions({ config }: Current, locale: Locale): Promise<ArticleOptions> {
  const text = await getText(locale);
  const words = {
    note: text('post.blocks.note'),
    tip: text('post.blocks.tip'),
    warning: text('post.blocks.warning'),
    spoiler: text('post.blocks.spoiler'),
    footnotes: text('post.blocks.footnotes'),
    back: text('post.blocks.back'),
  };
  return { words, ownOrigins: [...ownOrigins(config.publicUrl), studio.origin] };
}
