import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

import { OWN_THREAD, exceedsLimits, plainHtml } from './guards.ts';
import { frameTables, labelTasks } from './html-tree.ts';

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
  if (exceedsLimits(text, OWN_THREAD)) return plainHtml(text);
  return String(await processor.process(text));
}
