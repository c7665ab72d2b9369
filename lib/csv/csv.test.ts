import { expect, test } from 'vitest';

import { writeCsv } from './csv.ts';
import { CsvFault, readCsv } from './read-csv.ts';

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

const BOUNDS = { maxRow: 200, maxCells: 16 };

test('each text comes back from a spreadsheet as it was, also what looks like a formula or like its quote', () => {
  const signs = ["'", '=', '-', ';', '\t', '\r\n', '"', ',', '＝', 'a'];
  const texts = signs.flatMap((a) => signs.flatMap((b) => signs.map((c) => `${a}${b}${c}`)));
  for (const text of texts) expect([...readCsv(writeCsv([['x', text]]), BOUNDS)][0]?.cells).toEqual(['x', text]);
});

test('rows have the number of the line where they begin, between commas, semicolons or tabs', () => {
  expect([...readCsv('\uFEFFa;b\r\n\r\n"1\n2";3,4\r\n;\n', BOUNDS)]).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 3, cells: ['1\n2', '3,4'] },
    { line: 5, cells: ['', ''] },
  ]);
  expect([...readCsv('"a;b"\tc\nd\te', BOUNDS)].map(({ cells }) => cells)).toEqual([
    ['a;b', 'c'],
    ['d', 'e'],
  ]);
});

test.each([
  ['a,b\n"c', 2, 'a quote is not closed'],
  ['a\n\n"c"d', 3, 'after a quote that closes, the cell ends'],
  ['a\n"b\nc\nd', 2, 'a quote is not closed'],
  ['a\r\n"1\r\n2",\r\nb"c', 4, 'a cell with a quote in it stands between quotes'],
  ['a\n"b"\0c', 2, 'after a quote that closes, the cell ends'],
  ['a"b', 1, 'a cell with a quote in it stands between quotes'],
  [`a\n${'b'.repeat(300)}`, 2, 'at most 200 characters'],
  [`a\n"${'b\n'.repeat(300)}"`, 2, 'at most 200 characters'],
  [`a\n${','.repeat(99)}`, 2, 'at most 16 cells'],
])('%j is no spreadsheet, and the line is told', (text, line, words) => {
  const read = () => [...readCsv(text, BOUNDS)];
  expect(read).toThrow(CsvFault);
  expect(read).toThrow(expect.objectContaining({ line, message: words }));
});
