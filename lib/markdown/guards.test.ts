import fc from 'fast-check';
import { expect, test } from 'vitest';

import { renderArticleParts } from './article-parts.server.ts';
import { MOST, exceedsLimits, isQuick, measureText } from './guards.ts';
import type { TextMeasure } from './guards.ts';

const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');
const table = (columns: number, rows: number) =>
  `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${'|a\n'.repeat(rows)}`;

test.each<[string, keyof TextMeasure, string]>([
  ['lines', 'lines', '\n'.repeat(20_000)],
  ['marks', 'marks', '*a_ '.repeat(9000)],
  ['brackets', 'brackets', '['.repeat(30_000)],
  ['brackets of pictures', 'brackets', '![a'.repeat(99)],
  ['quotes', 'depth', '> '.repeat(20_000)],
  ['lists on a line', 'depth', '* '.repeat(3000) + 'a'],
  ['numbered lists on a line', 'depth', '1. '.repeat(3000)],
  ['quotes and lists', 'depth', '> - '.repeat(17)],
  ['lists below each other', 'depth', lines(40, (at) => `${'  '.repeat(at)}- x`)],
  ['lists below each other between lazy lines', 'depth', lines(80, (at) => (at % 2 ? 'a' : `${' '.repeat(at)}- x`))],
  ['lists below each other by tabs', 'depth', lines(40, (at) => `${'\t'.repeat(at)}1) x`)],
  ['lists below each other in a quote', 'depth', lines(40, (at) => `>${'  '.repeat(at)} - x`)],
  ['blocks in each other', 'depth', ':::note\n'.repeat(33)],
  ['blocks whose ends are too short', 'depth', '::::note\n:::\n'.repeat(33)],
  ['blocks whose ends are quoted', 'depth', ':::note\n> :::\n'.repeat(33)],
  ['blocks', 'blocks', ':::note\n:::\n'.repeat(401)],
  ['headings', 'underlines', 'a\n=\n'.repeat(401)],
  ['headings by one hyphen', 'underlines', 'a\n-\n'.repeat(401)],
  ['cells of short rows', 'cells', table(2700, 2700)],
  ['cells of a table behind another', 'cells', `a|b\n-|-\n# c\n${table(1000, 1000)}`],
  ['cells of a table with rows that look empty', 'cells', `${table(1000, 0)}${'\u00a0\n2.\n'.repeat(1000)}`],
  ['cells in a quote', 'cells', table(1000, 1000).replaceAll(/^/gm, '> ')],
  ['names of columns', 'names', `${'a'.repeat(50_000)}|b\n-|-\n${'c\n'.repeat(1000)}`],
])('too many %s are counted', (_, what, text) => {
  const whole = `Before.\n\n${text}\n\nAfter.`;
  expect(measureText(whole)[what]).toBeGreaterThan(MOST[what]);
  expect(exceedsLimits(whole)).toBe(true);
});

test.each([
  ['a line across of many hyphens', '-'.repeat(200)],
  ['a line across of many spaced stars', '* '.repeat(60)],
  ['a list of a thousand', lines(1000, (at) => `${at + 1}. One`)],
  ['a table of five hundred', table(20, 500)],
  ['many notes', ':::note\n\nOne.\n\n:::\n\n'.repeat(100)],
  ['quoted notes', '> :::note\n> One.\n> :::\n\n'.repeat(100)],
  ['blocks in each other that end', '::::spoiler\n:::note\nOne.\n:::\n::::\n\n'.repeat(60)],
  ['lists in lists in many paragraphs', '- a\n  - b\n    - c\n\nAnd:\n\n'.repeat(100)],
  ['open intervals', 'In [0, 1) or [1, 2).\n\n'.repeat(100)],
  ['ten thousand words', 'A *word* and others, as people write them. '.repeat(1200)],
])('it is not too much: %s', (_, text) => {
  expect(exceedsLimits(`Before.\n\n${text}\n\nAfter.`)).toBe(false);
});

test.each([
  ['a note', 'Thanks, **everyone**! See [the forum](https://a.example/b).', true],
  ['four thousand letters', 'word '.repeat(800), true],
  ['more', 'word '.repeat(1000), false],
  ['many signs', '*a_ '.repeat(100), false],
  ['many lines', 'a\n'.repeat(200), false],
  ['code, which has grammars', '```php\naaaa\n```', false],
  ['code between tildes', '~~~php\naaaa\n~~~', false],
])('a text is quick or not: %s', (_, text, expected) => {
  expect(isQuick(text)).toBe(expected);
});

test('what is counted is no less than what the parser finds', () => {
  const piece = fc.constantFrom(
    '> ',
    '- ',
    '1. ',
    '* ',
    '  ',
    '\t',
    ':::a',
    ':::',
    '::::b',
    'a',
    '[',
    ']',
    '|',
    '-',
    '*',
  );
  const line = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 14 }), (all) => {
      const text = all.join('\n');
      const options = {
        words: { note: '', tip: '', warning: '', spoiler: '', footnotes: '', back: '' },
        ownOrigins: [],
      };
      const html = renderArticleParts(text, options)
        .html.map((part) => (typeof part === 'string' ? part : ''))
        .join('');
      const measure = measureText(text);
      expect(html.match(/<t[dh]\b/g)?.length ?? 0).toBeLessThanOrEqual(measure.cells + text.length);
      expect(depthOf(html), text).toBeLessThanOrEqual(measure.depth);
    }),
    { numRuns: 150 },
  );
});

/** Of lists and quotes. */
function depthOf(html: string): number {
  let [depth, most] = [0, 0];
  for (const [tag] of html.matchAll(/<\/?(?:ul|ol|blockquote)[ >]/g)) {
    depth += tag.startsWith('</') ? -1 : 1;
    most = Math.max(most, depth);
  }
  return most;
}
