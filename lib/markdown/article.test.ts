import { describe, expect, test } from 'vitest';

import { XSS_CORPUS, findUnsafe } from '#test/xss-corpus.ts';

import { renderArticleParts } from './article-parts.server.ts';
import { fillBlocks } from './article.server.ts';
import type { BlockRenderers } from './article.server.ts';
import type { ArticleOptions, BlockCall } from './article.ts';
import { MAX_ARTICLE } from './guards.ts';

const WORDS = { note: 'Note', tip: 'Tip', warning: 'Warning', spoiler: 'Spoiler', footnotes: 'Notes', back: 'Back' };
const OPTIONS: ArticleOptions = { words: WORDS, ownOrigins: ['https://own.example'] };

const renderArticle = (text: string, blocks: BlockRenderers = {}) =>
  fillBlocks(renderArticleParts(text, OPTIONS), blocks);

async function render(text: string, blocks?: BlockRenderers): Promise<string> {
  return (await renderArticle(text, blocks)).html.replaceAll('\n', '');
}

test.each([
  [
    ':::note\nOne *word*.\n:::',
    '<div class="callout callout-note" role="note"><p class="callout-title">Note</p><p>One <em>word</em>.</p></div>',
  ],
  [
    ':::tip[Save **often**]\nx\n:::',
    '<div class="callout callout-tip" role="note"><p class="callout-title">Save <strong>often</strong></p><p>x</p></div>',
  ],
  [
    ':::spoiler[The end]\nIt *ends*.\n:::',
    '<details class="details spoiler"><summary><span>The end</span></summary><div class="details-body"><p>It <em>ends</em>.</p></div></details>',
  ],
  [
    ':::spoiler\nx\n:::',
    '<details class="details spoiler"><summary><span>Spoiler</span></summary><div class="details-body"><p>x</p></div></details>',
  ],
  [
    '[in](/a) [own](https://own.example/b) [out](https://other.example/)',
    '<p><a href="/a">in</a> <a href="https://own.example/b">own</a> <a href="https://other.example/" rel="noopener">out</a></p>',
  ],
  [
    '[out](//other.example) [out](/\\other.example)',
    '<p><a href="//other.example" rel="noopener">out</a> <a href="/%5Cother.example">out</a></p>',
  ],
  ['It is 10:30am, ask :someone or a:b[c]{d=e}.', '<p>It is 10:30am, ask :someone or a:b[c]{d=e}.</p>'],
  [
    '```JS\nlet a = "<b>";\n```',
    '<pre data-language="js"><code class="language-js"><span class="hl-keyword">let</span> a = <span class="hl-string">"&#x3C;b>"</span>;</code></pre>',
  ],
  ['```elvish\nmellon < 1\n```', '<pre><code>mellon &#x3C; 1</code></pre>'],
])('%j becomes its block', async (text, html) => {
  expect(await render(text)).toBe(html);
});

test.each([
  ['an unknown block', '::unknown[a *b*]{c=d}'],
  ['an unknown container', ':::unknown[a]{b=c}\nText.\n:::'],
  ['an attribute that a note does not have', ':::note{open}\nText.\n:::'],
  ['a gallery of words', ':::gallery\nText.\n:::'],
  ['a gallery of nothing', ':::gallery[x]\n:::'],
  ['a picture without an address', '::image[x]{alt=y}'],
])('%s is shown as it was typed', async (_, text) => {
  const html = (await renderArticle(`Before.\n\n${text}\n\nAfter.`)).html;
  expect(html).toBe(`<p>Before.</p>\n<p class="plain-block">${text}</p>\n<p>After.</p>`);
});

test('blocks of the product and pictures are rendered by a table, each once, or shown as they were typed', async () => {
  const calls: BlockCall[] = [];
  const note = (call: BlockCall) => void calls.push(call);
  const blocks: BlockRenderers = {
    shop: (call) => (note(call), `<b>${call.attributes['of']}</b>`),
    image: async (call) => (note(call), call.attributes['src'] === 'no' ? undefined : '<i></i>'),
  };
  const text =
    '::shop[In *town*]{of=bread}\n\n::shop[In *town*]{of=bread}\n\n![one](a "Title") and ![<b>](no)\n\n![three](c "Cap")\n\n';
  const html = await render(`${text}:::gallery[Two]\n![](d)\n\n::image[*Four*]{src=e alt=x}\n:::`, blocks);
  expect(html).toBe(
    '<b>bread</b><b>bread</b><p><i></i> and ![&lt;b>](no)</p><figure class="picture"><i></i><figcaption>Cap</figcaption></figure>' +
      '<figure class="gallery"><div class="gallery-pictures"><figure class="picture"><i></i></figure>' +
      '<figure class="picture"><i></i><figcaption><em>Four</em></figcaption></figure></div><figcaption>Two</figcaption></figure>',
  );
  expect(calls[0]).toEqual({
    name: 'shop',
    label: 'In town',
    attributes: { of: 'bread' },
    source: '::shop[In *town*]{of=bread}',
    isInline: false,
  });
  expect(calls.filter(({ name }) => name === 'shop')).toHaveLength(1);
  expect(calls.filter(({ isInline }) => isInline).map(({ attributes }) => attributes)).toEqual([
    { src: 'a', alt: 'one' },
    { src: 'no', alt: '<b>' },
  ]);
});

test('no text stands for a block by null characters', async () => {
  const text = '::shop\n\n:::unknown\n\u00000\u0000\n:::';
  expect(await render(text, { shop: () => '<i></i>' })).toBe(
    '<i></i><p class="plain-block">:::unknown\uFFFD0\uFFFD:::</p>',
  );
});

test('headings stand below that of the page and have ids of their own, also footnotes', async () => {
  const text = '# The *end*?\n\n## The end\n\n#### 結末 Ende\n\n## \n\n### The end 2\n\nx[^1]\n\n[^1]: y';
  const { html, headings } = await renderArticle(text);
  expect(headings).toEqual([
    { id: 'at-the-end', level: 2, text: 'The end?' },
    { id: 'at-the-end-2', level: 2, text: 'The end' },
    { id: 'at-結末-ende', level: 4, text: '結末 Ende' },
    { id: 'at-the-end-2-2', level: 3, text: 'The end 2' },
  ]);
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const targets = [...html.matchAll(/ href="#([^"]*)"/g)].map(([, id]) => id);
  expect(targets).toHaveLength(2);
  expect(ids).toEqual(expect.arrayContaining(targets));
});

test('words are counted without code, marks and addresses', async () => {
  const text =
    '# One two\n\nthree **four** [five](https://a.example/b)\n\n```\nno no no\n```\n\n- six\n\n|seven|\n|-|\n|eight|';
  expect(await renderArticle(text)).toMatchObject({ words: 8, minutes: 1 });
});

test('code that no grammar survives has one colour', async () => {
  const code = '`${'.repeat(6000);
  expect(await render(`\`\`\`js\n${code}\n\`\`\``)).toBe(`<pre><code>${code}</code></pre>`);
});

test('text that is too much is shown as it was typed, also endless blocks', async () => {
  for (const text of ['x'.repeat(MAX_ARTICLE + 1), ':::note\n'.repeat(1000), '> '.repeat(99), 'a\n=\n'.repeat(1000)]) {
    const { html, headings } = await renderArticle(`# A\n${text}\n<script>`);
    expect([html.slice(0, 8), headings, html.includes('<script')]).toEqual(['<pre># A', [], false]);
  }
});

describe('a hostile text', () => {
  test.each(XSS_CORPUS)('is inert: $what', async ({ markdown }) => {
    for (const text of [markdown, `:::spoiler\n${markdown}\n:::`, `- ${markdown}`]) {
      expect(findUnsafe(await render(text))).toEqual([]);
    }
  });

  test('what is unsafe is found', () => {
    const unsafe =
      '<p onclick="x" id="body">a</p><a href="javascript:x">b</a><svg><g></g></svg><img src="//a"><!-- c -->';
    expect(findUnsafe(unsafe)).toHaveLength(12);
  });
});
