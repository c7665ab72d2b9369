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
import { POOL_LIMITS, RenderPool } from '#lib/markdown/render-pool.server.ts';
import { Problem } from '#lib/problem.ts';

import { renderersBusy } from '../problems.ts';
import { findImageSizes } from './image.server.ts';
import { postBlocks } from './post-blocks.server.tsx';

export interface PostText {
  /** Another one when the text changes. */
  readonly key: string;
  readonly locale: Locale;
  readonly read: () => Promise<string>;
}

/** As the actor may see it: blocks ask on their behalf. @throws Problem 503 when too many texts are being rendered */
export async function renderPostBody(current: Current, { key, locale, read }: PostText): Promise<Article> {
  const rendered = current.db.processState.get(createRendered);
  const parts = await rendered.get(`${key} ${locale}`, async () => renderParts(current, await read(), locale));
  return fillPostBlocks(current, parts, locale);
}

/** What a text would look like as a post, with its outline unless it is too much; never in the way of other requests. Needs staff. @throws Problem 503 as above */
export async function renderPostPreview(current: Current, text: string, locale: Locale): Promise<Article> {
  requireRole(current, 'staff');
  const options = { ...(await optionsOf(current, locale)), withOutline: true };
  const parts = await renderInPool(current, text, options);
  return fillPostBlocks(current, parts, locale);
}

async function fillPostBlocks(current: Current, parts: ArticleParts, locale: Locale): Promise<Article> {
  return fillBlocks(parts, await postBlocks(current, locale, await findImageSizes(current, parts)));
}

/** What posts are made of before anything depends on who reads them; documents of feeds need many at once. */
const createRendered = () => new LruCache<ArticleParts>(256);

/** Characters that take no longer than other things that a request does. */
const SHORT = 16 * 1024;

async function renderParts(current: Current, text: string, locale: Locale): Promise<ArticleParts> {
  const options = await optionsOf(current, locale);
  return text.length <= SHORT ? renderArticleParts(text, options) : renderInPool(current, text, options);
}

async function renderInPool(current: Current, text: string, options: ArticleOptions): Promise<ArticleParts> {
  const parts = await poolOf(current).render(text, options);
  if (parts === 'busy') throw new Problem(renderersBusy, { headers: { 'retry-after': '2' } });
  return parts === 'too much' ? plainArticle(text) : parts;
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

async function optionsOf({ config }: Current, locale: Locale): Promise<ArticleOptions> {
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
