import { renderArticleParts } from './article-parts.server.ts';
import type { Article, ArticleOptions, ArticleParts, BlockCall } from './article.ts';
import { escapeHtml } from './guards.ts';

/**
 * Markdown with blocks: `:::note`, `:::tip` and `:::warning` with an optional `[title]`, `:::spoiler[summary]`,
 * `:::gallery[caption]` of pictures, `::image[caption]{src alt}`, code in colours, and `blocks`. Whatever is not valid is
 * shown as it was typed. For text too much for this thread see `RenderPool`.
 */
export function renderArticle(text: string, options: ArticleOptions, blocks: BlockRenderers): Promise<Article> {
  return fillBlocks(renderArticleParts(text, options), blocks);
}

/** Safe HTML, or undefined for a block that cannot be shown: then what was typed is. */
export type BlockRenderer = (call: BlockCall) => string | undefined | Promise<string | undefined>;
export type BlockRenderers = Readonly<Record<string, BlockRenderer>>;

/** Blocks that are the same are rendered once. */
export async function fillBlocks({ html, ...rest }: ArticleParts, blocks: BlockRenderers): Promise<Article> {
  const rendered = new Map<string, Promise<string>>();
  const parts = html.map((part) => {
    if (typeof part === 'string') return Promise.resolve(part);
    const key = JSON.stringify(part);
    const known = rendered.get(key);
    // What is more than anyone needs might ask the database without end.
    const block = known ?? renderBlock(part, rendered.size < MAX_BLOCKS ? blocks : {});
    rendered.set(key, block);
    return block;
  });
  return { ...rest, html: (await Promise.all(parts)).join('') };
}

const MAX_BLOCKS = 300;

async function renderBlock(call: BlockCall, blocks: BlockRenderers): Promise<string> {
  const render = Object.hasOwn(blocks, call.name) ? blocks[call.name] : undefined;
  const html = await render?.(call);
  if (html !== undefined) return html;
  return call.isInline ? escapeHtml(call.source) : `<p class="plain-block">${escapeHtml(call.source)}</p>`;
}
