import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

import { exceedsLimits, plainHtml } from './guards.ts';
import { frameTables, labelTasks, lowerSchemes } from './html-tree.ts';
import { MARKDOWN_SYNTAX } from './syntax.server.ts';

const processor = unified()
  .use(MARKDOWN_SYNTAX)
  .use(remarkRehype)
  .use(() => lowerSchemes)
  .use(rehypeSanitize)
  .use(() => labelTasks)
  .use(() => frameTables)
  .use(rehypeStringify)
  .freeze();

/**
 * Drops raw HTML; tags and addresses pass an allow-list. Text that is too long, nested too deep or marked too often is
 * shown as it was typed. What strangers may have written and is not quick (`isQuick`) belongs into a `RenderPool`.
 */
export async function renderMarkdown(text: string): Promise<string> {
  if (exceedsLimits(text)) return plainHtml(text);
  try {
    return String(await processor.process(text));
  } catch (error) {
    // What the limits did not see is nested deeper than the stack.
    if (error instanceof RangeError) return plainHtml(text);
    throw error;
  }
}
