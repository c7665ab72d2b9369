import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

/** Characters that are read as markdown; ten thousand words are about 60,000. */
export const MAX_MARKDOWN = 64 * 1024;

/** Quotes and lists within each other, on one line or by indentation, beyond which the parser's stack is in danger. */
const DEEP = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])[ \t]*){33}|^[ \t]{132}|\[{99}/m;

/** Marks whose openers and closers the parser tries with each other; its time grows with their square. */
const MARKS = /[~*_[\]]/g;
const MAX_MARKS = 4000;

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype)
  .use(rehypeSanitize)
  .use(() => labelTasks)
  .use(rehypeStringify)
  .freeze();

/**
 * Markdown as HTML that may stand in a page: raw HTML in it is dropped, tags and addresses pass an allow-list. What is
 * longer than `MAX_MARKDOWN`, nested deeper or marked more often than people write is shown as it was typed, because
 * parsing it would hold up everyone else.
 */
export async function renderMarkdown(text: string): Promise<string> {
  const isTooMuch = text.length > MAX_MARKDOWN || DEEP.test(text) || (text.match(MARKS)?.length ?? 0) > MAX_MARKS;
  if (isTooMuch) return `<pre>${escaped(text)}</pre>`;
  return String(await processor.process(text));
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

interface MarkdownNode {
  type: string;
  tagName?: string;
  properties?: object;
  children?: MarkdownNode[];
}

/** The box of a task is named by the task: the words beside it, up to a list below. */
function labelTasks({ children = [] }: MarkdownNode): void {
  const box = children.findIndex(({ tagName }) => tagName === 'input');
  if (box !== -1) {
    const below = children.findIndex(({ tagName }) => tagName === 'ul' || tagName === 'ol');
    const end = below === -1 ? children.length : below;
    const task = children.slice(box, end);
    children.splice(box, end - box, { type: 'element', tagName: 'label', properties: {}, children: task });
  }
  for (const child of children) if (child.tagName !== 'label') labelTasks(child);
}
