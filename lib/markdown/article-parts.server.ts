import type { Root } from 'mdast';
import { directiveFromMarkdown } from 'mdast-util-directive';
import { directive } from 'micromark-extension-directive';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import type { Processor } from 'unified';

import { ALLOW_LIST, FOOTNOTE_PREFIX } from './allow-list.ts';
import { articleHandlers } from './article-handlers.server.ts';
import type { ArticleBuild } from './article-handlers.server.ts';
import { articleOutline } from './article-outline.server.ts';
import type { ArticleOptions, ArticleParts } from './article.ts';
import { exceedsLimits, plainHtml } from './guards.ts';
import { frameTables, labelTasks, lowerSchemes } from './html-tree.ts';
import type { HtmlNode } from './html-tree.ts';
import { countWords, readingMinutes } from './reading-time.ts';
import { MARKDOWN_SYNTAX } from './syntax.server.ts';

/** Characters; references repeat where they lead, so that a short text may become a very long page. */
const MAX_HTML = 4 * 1024 * 1024;

/**
 * Markdown with blocks: `:::note`, `:::tip` and `:::warning` with an optional `[title]`, `:::spoiler[summary]`,
 * `:::gallery[caption]` of pictures, `::image[caption]{src alt}`, code in colours, and those that `fillBlocks` puts in.
 * Whatever is not valid, and text beyond the limits, is shown as it was typed. What is not quick (`isQuick`) belongs into
 * a `RenderPool`.
 */
export function renderArticleParts(text: string, options: ArticleOptions): ArticleParts {
  // Null characters mark the places of blocks.
  const typed = text.replaceAll('\0', '\uFFFD');
  if (exceedsLimits(typed)) return plainArticle(typed);
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
    .use(MARKDOWN_SYNTAX)
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
    .use(() => lowerSchemes)
    .use(rehypeSanitize, ALLOW_LIST)
    .use(() => (tree: HtmlNode) => finish(tree, options.ownOrigins, words))
    .use(rehypeStringify, { allowDangerousHtml: true });
  const whole = String(processor.processSync(text));
  if (whole.length > MAX_HTML) return plainArticle(text);
  const html = whole.split(SLOT);
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

/** The text as it was typed, when it cannot be rendered, with as many words as its beginning lets expect. */
export function plainArticle(text: string): ArticleParts {
  const count = countWords(text.slice(0, COUNTED));
  const times = Math.max(1, text.length / COUNTED);
  const [words, characters] = [Math.round(count.words * times), Math.round(count.characters * times)];
  return {
    html: [plainHtml(text)],
    headings: [],
    words: words + characters,
    minutes: readingMinutes({ words, characters }),
  };
}

/** Characters; to cut Thai into words takes a second for the longest texts. */
const COUNTED = 8192;
