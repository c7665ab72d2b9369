import { expect, test } from 'vitest';

import { readPreview } from './target-preview.ts';

const URL_OF_PAGE = new URL('https://www.example.com/a/b');

test('a preview is what a page says of itself in its head', () => {
  const html = `<!doctype html><head><title>Plain &amp; simple</title>
    <meta property="og:title" content="A game"><meta name="description" content=" Of  ducks. ">
    <meta property="og:image" content="/a.png"></head><body><meta property="og:description" content="no"></body>`;
  expect(readPreview(html, URL_OF_PAGE)).toEqual({
    title: 'A game',
    description: 'Of ducks.',
    image: 'https://www.example.com/a.png',
  });
  expect(readPreview('<title>Plain &amp; simple', URL_OF_PAGE)).toMatchObject({ title: 'Plain & simple', image: '' });
});

test.each(['javascript:alert(1)', 'data:image/png;base64,x', 'https://user:secret@x.example/', 'https://', ''])(
  'a preview has no picture at %j',
  (image) => {
    expect(readPreview(`<meta property="og:image" content="${image}">`, URL_OF_PAGE).image).toBe('');
  },
);

test('a preview is short, on one line, and of whole letters', () => {
  const { title } = readPreview(`<title>${'😀\u202E\n'.repeat(500)}</title>`, URL_OF_PAGE);
  expect(title).toBe(`${'😀 '.repeat(99)}😀 `.trim());
});
