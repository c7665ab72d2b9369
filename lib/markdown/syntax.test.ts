import { expect, test } from 'vitest';

import { renderArticleParts } from './article-parts.server.ts';
import { renderMarkdown } from './markdown.server.ts';

const OPTIONS = {
  words: { note: '', tip: '', warning: '', spoiler: '', footnotes: '', back: '' },
  ownOrigins: ['https://a.example', 'http://www.a.example'],
};

const link = (address: string) => `<a href="${address.replace(/^www/, 'http://www')}">${address}</a>`;

test.each([
  ['他说**「重要」**的事。', '他说<strong>「重要」</strong>的事。'],
  ['**この文は太字になります。**この文のせいで。', '<strong>この文は太字になります。</strong>この文のせいで。'],
  ['**加粗（x）**后面', '<strong>加粗（x）</strong>后面'],
  ['이것은 **괄호(parenthesis)**가 있다', '이것은 <strong>괄호(parenthesis)</strong>가 있다'],
  ['*「重要」*的', '<em>「重要」</em>的'],
  ['他说~~「重要」~~的事', '他说<del>「重要」</del>的事'],
  ['a**"b"**c and snake_case_here', 'a**"b"**c and snake_case_here'],
])('emphasis beside full-width punctuation: %s', renders);

test.each([
  ['詳細（https://a.example/news）をご覧ください。', `詳細（${link('https://a.example/news')}）をご覧ください。`],
  ['请看https://a.example/a。然后', `请看${link('https://a.example/a')}。然后`],
  ['请看https://a.example，然后', `请看${link('https://a.example')}，然后`],
  ['https://a.example/a！？', `${link('https://a.example/a')}！？`],
  ['https://a.example/a…', `${link('https://a.example/a')}…`],
  ['https://a.example/a?b=(c)。', `${link('https://a.example/a?b=(c)')}。`],
  ['https://a.example/a.。', `${link('https://a.example/a')}.。`],
  ['https://a.example/a、https://a.example/b', `${link('https://a.example/a')}、${link('https://a.example/b')}`],
  ['https://a.example/a。**太字**です', `${link('https://a.example/a')}。<strong>太字</strong>です`],
  ['「www.a.example/a」です。', `「${link('www.a.example/a')}」です。`],
  ['“https://a.example/a”', `“${link('https://a.example/a')}”`],
  ['[https://a.example/a。](https://a.example/b)', '<a href="https://a.example/b">https://a.example/a。</a>'],
  ['[https://a.example/a。', `[${link('https://a.example/a')}。`],
  ['https://。a', 'https://。a'],
  ['[名前。](https://a.example/。)', '<a href="https://a.example/%E3%80%82">名前。</a>'],
  ['https://a.example/a_b_c&d, b', `<a href="https://a.example/a_b_c&#x26;d">https://a.example/a_b_c&#x26;d</a>, b`],
])('a bare address ends at full-width punctuation: %s', renders);

test('ideographs and what joins words of a name belong to an address', async () => {
  const path = '/wiki/レオナルド・ダ・ヴィンチ々';
  await renders(
    `https://a.example${path}。`,
    `<a href="https://a.example${encodeURI(path)}">https://a.example${path}</a>。`,
  );
});

test.each([
  ['[x](HTTPS://a.example/B)', '<a href="https://a.example/B">x</a>'],
  ['HTTPS://a.example/b', '<a href="https://a.example/b">HTTPS://a.example/b</a>'],
  ['<Mailto:a@a.example>', '<a href="mailto:a@a.example">Mailto:a@a.example</a>'],
  ['[x][1]\n\n[1]: HttP://www.a.example', '<a href="http://www.a.example">x</a>'],
  ['[x](JavaScript:alert(1))', '<a>x</a>'],
])('the scheme of a link is compared without case: %s', renders);

/** As an article, and as other texts. */
async function renders(text: string, html: string): Promise<void> {
  expect(await renderMarkdown(text)).toBe(`<p>${html}</p>`);
  expect(renderArticleParts(text, OPTIONS).html).toEqual([`<p>${html}</p>`]);
}
