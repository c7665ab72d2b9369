import { expect, test } from 'vitest';

import { MAX_MESSAGE, findErrorMessage } from './error-message.ts';

const ORIGIN = 'https://www.rumpus.example';
const told = (message: unknown) => findErrorMessage(`?message=${encodeURIComponent(JSON.stringify(message))}`, ORIGIN);

test('a message is JSON text', () => {
  expect(told('The level is gone.')).toBe('The level is gone.');
  expect(told('日本語 and 👩‍🚀')).toBe('日本語 and 👩‍🚀');
});

test.each([
  '',
  '?message',
  '?message=',
  '?message=hello',
  '?message=%7B',
  '?message=12',
  '?message=null',
  '?other="x"',
])('what is no JSON text is no message: %s', (search) => expect(findErrorMessage(search, ORIGIN)).toBeUndefined());

test.each([[{ message: 'x' }], [['x']], [''], [' \n ']])('nor is what holds no words: %j', (message) => {
  expect(told(message)).toBeUndefined();
});

test('a link becomes its text, followed by its absolute address', () => {
  expect(told('See [our games](/games?a=1).')).toBe(`See our games (${ORIGIN}/games?a=1).`);
  expect(told('See <a class="x" href="/games">our games</a>.')).toBe(`See our games (${ORIGIN}/games).`);
  expect(told("<a href='https://a.example/b'>A</a> [](https://b.example/)")).toBe(
    'A (https://a.example/b) https://b.example/',
  );
  expect(told('[home](//evil.example)')).toBe('home (https://evil.example/)');
});

test.each(['javascript:alert(1)', 'JaVaScRiPt:alert`1`', 'data:text/html,x', 'vbscript:x', 'blob:x', 'http://[bad'])(
  'an address that is none of the web is left out: %s',
  (href) => {
    expect(told(`[text](${href})`)).toBe('text');
    expect(told(`<a href="${href}">text</a>`)).toBe('text');
  },
);

test('characters that turn the direction or are not seen are written by their code point', () => {
  expect(told('safe\u202Eexe.gpj')).toBe('safe[U+202E]exe.gpj');
  expect(told('a\u2066b\u200Bc\u0000d\uFEFFe')).toBe('a[U+2066]b[U+200B]c[U+0000]d[U+FEFF]e');
});

test('a huge message is cut, between characters', () => {
  expect(told('x'.repeat(1_000_000))).toBe(`${'x'.repeat(MAX_MESSAGE)}…`);
  expect(told('👾'.repeat(1000))).toBe(`${'👾'.repeat(MAX_MESSAGE)}…`);
  expect(told('[('.repeat(10_000))).toHaveLength(MAX_MESSAGE + 1);
  expect(told(`<a ${'href='.repeat(10_000)}`)).toHaveLength(MAX_MESSAGE + 1);
});
