import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

/** Characters; ten thousand words are about 60,000. */
export const MAX_MARKDOWN = 64 * 1024;

/** Nested quotes and lists, on one line or by indentation, beyond which the parser's stack is in danger. */
const DEEP = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])[ \t]*){33}|^[ \t]{132}|\[{99}/m;

/** The parser matches openers and closers of these in quadratic time. */
const MARKS = /[~*_[\]]/g;
const MAX_MARKS = 4000;

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype)
  .use(rehypeSanitize)
  .use(() => labelTasks)
  .use(() => frameTables)
  .use(rehypeStringify)
  .freeze();

/**
 * Drops raw HTML; tags and addresses pass an allow-list. Text that is too long, nested too deep or marked too often is
 * shown as it was typed, because parsing it would hold up everyone else.
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

/** Labels each task's checkbox by the words beside it, up to a list below. */
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

/** Puts each table into the frame and the classes of `lib/ui/table.tsx`: on a phone each row is a card. */
function frameTables(parent: MarkdownNode): void {
  parent.children = parent.children?.map((child) => {
    if (child.tagName !== 'table') {
      frameTables(child);
      return child;
    }
    nameCells(child);
    const table = { ...child, properties: { className: ['table', 'table-cards'] } };
    return {
      type: 'element',
      tagName: 'div',
      properties: { className: ['table-frame'], tabIndex: 0 },
      children: [table],
    };
  });
}

/** Repeats the header of its column in each cell, for the eyes alone. */
function nameCells(table: MarkdownNode): void {
  const [head = [], ...rows] = rowsOf(table).map((row) => (row.children ?? []).filter(isCell));
  for (const row of rows) {
    for (const [column, cell] of row.entries()) {
      const properties = { className: ['table-name'], ariaHidden: 'true' };
      const name = { type: 'element', tagName: 'span', properties, children: head[column]?.children ?? [] };
      cell.children = [name, ...(cell.children ?? [])];
    }
  }
}

function rowsOf(node: MarkdownNode): MarkdownNode[] {
  return node.tagName === 'tr' ? [node] : (node.children ?? []).flatMap(rowsOf);
}

const isCell = ({ tagName }: MarkdownNode) => tagName === 'td' || tagName === 'th';
