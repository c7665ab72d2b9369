import type { Article, ArticleOutline, ArticleParts, BlockCall } from './article.ts';
import { escapeHtml } from './guards.ts';

/** Safe HTML, or undefined for a block that cannot be shown: then what was typed is. */
export type BlockRenderer = (call: BlockCall) => string | undefined | Promise<string | undefined>;
export type BlockRenderers = Readonly<Record<string, BlockRenderer>>;

/** Puts the blocks in; those that are the same are rendered once. */
export async function fillBlocks({ html, ...rest }: ArticleParts, blocks: BlockRenderers): Promise<Article> {
  const rendered = new Map<string, Promise<string | undefined>>();
  const parts = await Promise.all(
    html.map(async (part) => {
      if (typeof part === 'string') return part;
      const { line: _, ...call } = part;
      const key = JSON.stringify(call);
      const known = rendered.get(key);
      // What is more than anyone needs might ask the database without end.
      const block = known ?? renderBlock(call, rendered.size < MAX_BLOCKS ? blocks : {});
      rendered.set(key, block);
      return (await block) ?? part;
    }),
  );
  const plain = parts.filter((part) => typeof part !== 'string');
  return {
    ...rest,
    ...(rest.outline && { outline: withPlainBlocks(rest.outline, plain) }),
    html: parts.map((part) => (typeof part === 'string' ? part : plainBlock(part))).join(''),
  };
}

const MAX_BLOCKS = 300;

async function renderBlock(call: BlockCall, blocks: BlockRenderers): Promise<string | undefined> {
  return Object.hasOwn(blocks, call.name) ? blocks[call.name]?.(call) : undefined;
}

function plainBlock({ source, isInline }: BlockCall): string {
  return isInline ? escapeHtml(source) : `<p class="plain-block">${escapeHtml(source)}</p>`;
}

function withPlainBlocks(outline: ArticleOutline, calls: readonly BlockCall[]): ArticleOutline {
  const others = calls.map(({ source, line = 1 }) => ({ source, line }));
  return {
    ...outline,
    plainBlocks: [...outline.plainBlocks, ...others].toSorted((one, other) => one.line - other.line),
  };
}
