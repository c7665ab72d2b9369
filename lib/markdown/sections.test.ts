import { expect, test } from 'vitest';

import { renderSections } from './sections.server.ts';

test('a text is cut at its second-level headings, each with an id for its address', async () => {
  const { intro, sections } = await renderSections('# Name\n\nFirst *words*.\n\n## What & why?\n\nText.\n\n## End\n');
  expect(intro).toBe('<p>First <em>words</em>.</p>');
  expect(sections).toEqual([
    { id: 'what-why', title: 'What & why?', html: '<p>Text.</p>' },
    { id: 'end', title: 'End', html: '' },
  ]);
});

test('scripts get through in no section', async () => {
  const { intro, sections } = await renderSections('<script>a</script>\n\n## B\n\n[x](javascript:alert(1))');
  expect(intro).toBe('');
  expect(sections[0]?.html).toBe('<p><a>x</a></p>');
});
