import type { Root } from 'mdast';
import { directiveFromMarkdown } from 'mdast-util-directive';
import { directive } from 'micromark-extension-directive';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import type { Processor } from 'unified';

import { ALLOW_LIST, FOOTNOTE_PREFIX } from './allow-list.ts';
import { articleHandlers } from './article-handlers.server.ts';
import type { ArticleBuild } from './article-handlers.server.ts';
import { articleOutline } from './article-outline.server.ts';
import type { ArticleOptions, ArticleParts } from './article.ts';
import { OWN_THREAD, exceedsLimits, plainHtml } from './guards.ts';
import { frameTables, labelTasks } from './html-tree.ts';
import type { HtmlNode } from './html-tree.ts';
import { countWords, readingMinutes } from './reading-time.ts';

/** Text beyond the limits is shown as it was typed. */
export function renderArticleParts(text: string, options: ArticleOptions, limits = OWN_THREAD): ArticleParts {
  // Null characters mark the places of blocks.
  const typed = text.replaceAll('\0', '\uFFFD');
  if (exceedsLimits(typed, limits)) return plainArticle(typed);
  try {
    return renderParts(typed, options);
  } catch (error) {
    // What the limits did not see is nested deeper than the stack.
    if (error instanceof RangeError) return plainArticle(typed);
    throw error;
  }
}

function renderParts(text: string, options: ArticleOptions): ArticleParts {
  const build: ArticleBuild = { text, options, headings: [], calls: [], plainBlocks: [], slugs: new Map() };
  const words: string[] = [];
  const outline: { tree?: Root } = {};
  const processor = unified()
    .use(remarkParse)
    .use(remarkGfm)
    .use(blockSyntax)
    .use(() => (tree: Root) => void (outline.tree = tree))
    .use(remarkRehype, {
      handlers: articleHandlers(build),
      clobberPrefix: FOOTNOTE_PREFIX,
      footnoteLabel: options.words.footnotes,
      footnoteBackLabel: options.words.back,
    })
    .use(() => labelTasks)
    .use(() => frameTables)
    .use(rehypeSanitize, ALLOW_LIST)
    .use(() => (tree: HtmlNode) => finish(tree, options.ownOrigins, words))
    .use(rehypeStringify, { allowDangerousHtml: true });
  const html = String(processor.processSync(text)).split(SLOT);
  const count = countWords(words.join(' '));
  return {
    html: html.map((part, at) => (at % 2 === 0 ? part : (build.calls[Number(part)] ?? ''))),
    headings: build.headings,
    words: count.words + count.characters,
    minutes: readingMinutes(count),
    ...(options.withOutline && outline.tree && { outline: articleOutline(outline.tree, build.plainBlocks) }),
  };
}

/**
 * `::name` and `:::name` (remark-directive), but no `:name` among words: any colon before a letter would be one, such as
 * in `10:30am`.
 */
function blockSyntax(this: Processor): void {
  const data = this.data();
  const { flow } = directive();
  (data.micromarkExtensions ??= []).push({ flow });
  (data.fromMarkdownExtensions ??= []).push(directiveFromMarkdown());
}

/** The number of a block between null characters, of which the text has none. */
const SLOT = /\0(\d+)\0/;

/** Once all is clean, marks the places of blocks and the links that lead away, and gathers the words. */
function finish(parent: HtmlNode, ownOrigins: readonly string[], words: string[], isRead = true): void {
  for (const child of parent.children ?? []) {
    const { dataSlot, href, ariaHidden } = child.properties ?? {};
    if (dataSlot !== undefined) Object.assign(child, { type: 'raw', value: `\0${Number(dataSlot)}\0`, children: [] });
    if (typeof href === 'string' && leadsAway(href, ownOrigins))
      child.properties = { ...child.properties, rel: ['noopener'] };
    if (isRead && child.type === 'text') words.push(child.value ?? '');
    finish(child, ownOrigins, words, isRead && child.tagName !== 'pre' && ariaHidden === undefined);
  }
}

function leadsAway(href: string, ownOrigins: readonly string[]): boolean {
  const url = URL.parse(href, 'http://here.invalid');
  return url?.protocol.startsWith('http') === true && ![...ownOrigins, 'http://here.invalid'].includes(url.origin);
}

/** The text as it was typed, when it cannot be rendered. */
export function plainArticle(text: string): ArticleParts {
  const count = countWords(text);
  const words = count.words + count.characters;
  return { html: [plainHtml(text)], headings: [], words, minutes: readingMinutes(count) };
}
