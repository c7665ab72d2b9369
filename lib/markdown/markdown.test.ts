import { expect, test } from 'vitest';

import { renderMarkdown } from './markdown.server.ts';

test('markdown becomes HTML, tables included', async () => {
  expect(await renderMarkdown('# Hi\n\n|a|\n|-|\n|b|')).toContain('<table>');
});

test.each([
  ['a script', '<script>alert(1)</script>', 'script'],
  ['an event handler', '<img src=x onerror=alert(1)>', 'onerror'],
  ['an address that runs', '[x](javascript:alert(1))', 'javascript:'],
  ['a frame', '<iframe src="https://example.com"></iframe>', 'iframe'],
])('%s does not get through', async (_, text, bad) => {
  expect(await renderMarkdown(text)).not.toContain(bad);
});
