import { expect, test } from 'vitest';

import { writeCsv } from './csv.ts';

test('a line has its cells between commas, quoted where they hold what separates', () => {
  const line = ['a', 1, -2.5, 'b,c', 'say "hi"', 'two\r\nlines', 'x;y', ''];
  expect(writeCsv([line])).toBe('a,1,-2.5,"b,c","say ""hi""","two\r\nlines","x;y",\r\n');
});

test.each([
  ['=1+1', "'=1+1"],
  ['＝1+1', "'＝1+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [';=1+1', `";'=1+1"`],
  ['word;=1+1', `"word;'=1+1"`],
  ['word\t-1+1', `"word\t'-1+1"`],
  ['word\n+1', `"word\n'+1"`],
  ['\t=1', `"'\t'=1"`],
  ['a=1; b - c', '"a=1; b - c"'],
])('of %j no spreadsheet makes a formula, whatever it takes for the end of a cell', (text, cell) => {
  expect(writeCsv([[text]])).toBe(`${cell}\r\n`);
});
