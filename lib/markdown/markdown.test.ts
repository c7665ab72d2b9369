import { expect, test } from 'vitest';

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

test('what is too much is shown as it was typed, and nothing in it runs', async () => {
  const html = await renderMarkdown(`${'> '.repeat(20_000)}\n<script>alert(1)</script>`);
  expect(html.startsWith('<pre>')).toBe(true);
  expect(html).not.toContain('<script');
});
