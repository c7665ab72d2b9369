import { expect, test } from 'vitest';

import type { Finding } from '#app/editor/finding.ts';
import { renderArticleParts } from '#lib/markdown/article-parts.server.ts';

import { emptyValues } from '../post-fields.ts';
import type { PostValues } from '../post-fields.ts';
import { checkPostRules } from './post-rules.ts';
import type { CheckedPost } from './post-rules.ts';
import { cutForSearch, textWidth } from './search-cut.ts';

const FINE: PostValues = {
  ...emptyValues('st4ff1'),
  title: 'Fine',
  blurb: 'About it.',
  slug: 'fine',
  text: 'Words.',
  image: 'planet-cake',
};
const words = { note: '', tip: '', warning: '', spoiler: '', footnotes: '', back: '' };

/** What the rules say of a post that is fine but for this. */
function findingsFor(values: Partial<PostValues>, known: Partial<CheckedPost> = {}): Finding[] {
  const all = { ...FINE, ...values };
  const { outline } = renderArticleParts(all.text, { words, ownOrigins: [], withOutline: true });
  const pictures = new Map([['planet-cake', 'drawing' as const]]);
  const isListed = (address: string) => address.startsWith('https://listed.example/');
  return checkPostRules({ values: all, outline, links: [], pictures, isListed, ...known });
}

const ofText = (text: string) =>
  findingsFor({ text }).map(({ rule, level, line, what }) => [rule, level, line, what ?? '']);
const ofField = (values: Partial<PostValues>, known?: Partial<CheckedPost>) =>
  findingsFor(values, known).map(({ rule, level, field }) => [rule, level, field]);

test('a post with all it needs has nothing to be put right', () => {
  expect(findingsFor({})).toEqual([]);
});

test('a picture whose words are missing is an error at its line, and one that says it decorates is none', () => {
  const text = [
    'First.\n\n![](planet-cake) and ![A cake](planet-cake)',
    '::image[Caption]{src="planet-cake"}\n\n::image{src="planet-cake" alt=""}',
    ':::gallery\n![](planet-cake)\n:::\n\n![][cake]\n\n[cake]: planet-cake',
  ].join('\n\n');
  expect(ofText(text)).toEqual([3, 5, 10, 13].map((line) => ['altMissing', 'error', line, 'planet-cake']));
});

test('a picture of the text that is not there is an error, and one of a host that is not ours is looked at elsewhere', () => {
  expect(ofText('![A](gone)\n\n![B](https://elsewhere.example/b.png)')).toEqual([
    ['pictureMissing', 'error', 1, 'gone'],
  ]);
});

test('a block that nobody knows is an error, inside of others too', () => {
  expect(ofText(':::shout\nHi.\n:::\n\n:::note\n:::gallery\nNo picture.\n:::\n:::')).toEqual([
    ['blockUnknown', 'error', 1, ':::shout'],
    ['blockUnknown', 'error', 6, ':::gallery'],
  ]);
  const plainBlocks = [{ source: '::uploading[a.png]{id="1"}', line: 3 }];
  const outline = { headings: [], pictures: [], links: [], plainBlocks };
  expect(findingsFor({}, { outline })).toMatchObject([{ rule: 'uploadPending', level: 'error', line: 3 }]);
});

test('a heading that skips a level is a hint at it; one mark counts as two, and going up skips nothing', () => {
  expect(ofText('# One\n\n## Two\n\n### Three\n\n## Two\n\n#### Four\n\n###### Six')).toEqual([
    ['headingJump', 'warning', 9, 'Four'],
    ['headingJump', 'warning', 11, 'Six'],
  ]);
  expect(ofText('### First\n\n##')).toEqual([
    ['headingJump', 'warning', 1, 'First'],
    ['headingEmpty', 'warning', 3, ''],
  ]);
});

test('links tell their state: nothing there and no such heading are errors, what readers may not see yet is a hint', () => {
  const links = (['found', 'hidden', 'no such heading', 'missing'] as const).map((state, at) => {
    return { href: `/${at}`, line: at + 1, state };
  });
  expect(findingsFor({}, { links }).map(({ rule, line }) => [rule, line])).toEqual([
    ['anchorMissing', 3],
    ['linkMissing', 4],
    ['linkHidden', 2],
  ]);
});

test('what a post lacks is a hint at its field, but for an address', () => {
  expect(ofField({ title: '', slug: '', text: ' ', blurb: '', image: '' })).toEqual([
    ['slugMissing', 'error', 'slug'],
    ['textEmpty', 'warning', 'text'],
    ['blurbEmpty', 'warning', 'blurb'],
    ['imageEmpty', 'warning', 'image'],
  ]);
  expect(ofField({ slug: '', title: 'Has letters' })).toEqual([]);
});

test('a share image is an error when it is missing, foreign or unreadable, and a hint when it is small or not ours', () => {
  const of = (image: string, facts?: CheckedPost['pictures']) => ofField({ image }, facts && { pictures: facts })[0];
  expect(of('gone')).toEqual(['imageMissing', 'error', 'image']);
  expect(of('https://elsewhere.example/a.png')).toEqual(['imageForeign', 'error', 'image']);
  expect(of('broken', new Map([['broken', 'unreadable']]))).toEqual(['imageUnreadable', 'error', 'image']);
  expect(of('tiny', new Map([['tiny', { width: 499, height: 300, isGif: false }]]))).toEqual([
    'imageSmall',
    'warning',
    'image',
  ]);
  expect(of('tall', new Map([['tall', { width: 300, height: 500, isGif: false }]]))).toBeUndefined();
  expect(of('https://listed.example/a.png')).toEqual(['imageNotOurs', 'warning', 'image']);
});

test('what engines and cards cut is a hint, and wide letters count twice', () => {
  expect(ofField({ title: 'x'.repeat(60), blurb: 'x'.repeat(160) })).toEqual([]);
  expect(ofField({ title: 'x'.repeat(61), blurb: 'x'.repeat(161) })).toEqual([
    ['titleLong', 'warning', 'title'],
    ['blurbLong', 'warning', 'blurb'],
  ]);
  expect(ofField({ title: 'x'.repeat(141) })).toEqual([['titleLongForCard', 'warning', 'title']]);
  expect(ofField({ title: '新'.repeat(31), language: 'ja-JP' })).toEqual([['titleLong', 'warning', 'title']]);
});

test('a text in the letters of another language is a hint at its language; code and addresses do not count', () => {
  const [english, russian] = ['Words that anybody knows. '.repeat(3), 'Слова, которые знает каждый. '.repeat(3)];
  expect(ofField({ text: russian })).toEqual([['languageOther', 'warning', 'language']]);
  expect(ofField({ text: english, language: 'ru-RU' })).toEqual([['languageOther', 'warning', 'language']]);
  expect(ofField({ text: `${russian}[Ссылка](/${'x'.repeat(200)})\`${english}\``, language: 'ru-RU' })).toEqual([]);
  expect(
    ofField({
      text: '日本語の文章はこのように書きます。漢字とかなが混ざっています。そうです、いつも。',
      language: 'ja-JP',
    }),
  ).toEqual([]);
});

test('a text too much to be shown is an error, and the list ends somewhere', () => {
  expect(ofField({}, { outline: undefined })).toEqual([['tooMuch', 'error', 'text']]);
  expect(findingsFor({ text: '![](planet-cake)\n\n'.repeat(150) })).toHaveLength(100);
});

test('a search result ends after a whole word, or within one that never ends', () => {
  expect(cutForSearch('  Short,  and whole. ', 60)).toBe('Short, and whole.');
  expect(cutForSearch('One two, three four', 12)).toBe('One two …');
  expect(cutForSearch('x'.repeat(100), 10)).toBe('xxxxxxxx …');
  const cut = cutForSearch('新しいゲームが出ました。とてもたのしいです。', 20);
  expect(cut).toBe('新しいゲームが出ま …');
  expect(textWidth(cut)).toBeLessThanOrEqual(20);
});
