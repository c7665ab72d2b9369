import { expect, test } from 'vitest';

import { MAX_MARKDOWN } from './guards.ts';
import { renderMarkdown } from './markdown.server.ts';

test('markdown becomes HTML, and each row of a table can be a card', async () => {
  const html = await renderMarkdown('# Hi\n\n|one|*two*|\n|-|-:|\n|b|c|');
  const name = (words: string) => `<span class="table-name" aria-hidden="true">${words}</span>`;
  expect(html.replaceAll(/\n/g, '')).toBe(
    `<h1>Hi</h1><div class="table-frame" tabindex="0"><table class="table table-cards"><thead><tr><th>one</th>` +
      `<th align="right"><em>two</em></th></tr></thead><tbody><tr><td>${name('one')}b</td>` +
      `<td align="right">${name('<em>two</em>')}c</td></tr></tbody></table></div>`,
  );
});

test.each([
  ['a script', '<script>alert(1)</script>', 'script'],
  ['an event handler', '<img src=x onerror=alert(1)>', 'onerror'],
  ['an address that runs', '[x](javascript:alert(1))', 'javascript:'],
  ['a frame', '<iframe src="https://example.com"></iframe>', 'iframe'],
])('%s does not get through', async (_, text, bad) => {
  expect(await renderMarkdown(text)).not.toContain(bad);
});

test.each([
  ['quotes', '> '.repeat(20_000)],
  ['lists on one line', '* '.repeat(3000)],
  ['numbered lists', '1. '.repeat(3000)],
  ['indented lists', Array.from({ length: 400 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n')],
  ['brackets', '['.repeat(30_000)],
  ['marks', '~a'.repeat(30_000)],
  ['more than anyone reads', 'x'.repeat(MAX_MARKDOWN + 1)],
])('endless %s are shown as they were typed, and nothing in them runs', async (_, text) => {
  const html = await renderMarkdown(`${text}\n<script>alert(1)</script>`);
  expect(html.startsWith('<pre>')).toBe(true);
  expect(html).not.toContain('<script');
});
