import { expect, test } from 'vitest';

import { MAX_MESSAGE, findErrorMessage } from './error-message.ts';

const ORIGIN = 'https://www.rumpus.example';
const messageOf = (message: unknown) =>
  findErrorMessage(`?message=${encodeURIComponent(JSON.stringify(message))}`, ORIGIN);

test('a message is a JSON string', () => {
  expect(messageOf('The level is gone.')).toBe('The level is gone.');
  expect(messageOf('日本語 and 👩‍🚀')).toBe('日本語 and 👩‍🚀');
});

test.each([
  '',
  '?message',
  '?message=',
  '?message=hello',
  '?message=%7B',
  '?message=12',
  '?message=null',
  "?message='x'",
  '?other="x"',
])('a query without a JSON string has no message: %s', (search) =>
  expect(findErrorMessage(search, ORIGIN)).toBeUndefined(),
);

test.each([[{ message: 'x' }], [['x']], [''], [' \n ']])('an empty or structured message is ignored: %j', (message) => {
  expect(messageOf(message)).toBeUndefined();
});

test('a link becomes its text, followed by its absolute address', () => {
  expect(messageOf('See [our games](/games?a=1).')).toBe(`See our games (${ORIGIN}/games?a=1).`);
  expect(messageOf('See <a class="x" href="/games">our games</a>.')).toBe(`See our games (${ORIGIN}/games).`);
  expect(messageOf("<a href='https://a.example/b'>A</a> [](https://b.example/)")).toBe(
    'A (https://a.example/b) https://b.example/',
  );
  expect(messageOf('[home](//evil.example)')).toBe('home (https://evil.example/)');
});

test.each(['javascript:alert(1)', 'JaVaScRiPt:alert`1`', 'data:text/html,x', 'vbscript:x', 'blob:x', 'http://[bad'])(
  'an address of another scheme is dropped: %s',
  (href) => {
    expect(messageOf(`[text](${href})`)).toBe('text');
    expect(messageOf(`<a href="${href}">text</a>`)).toBe('text');
  },
);

test('invisible characters and those that change the direction are shown as code points', () => {
  expect(messageOf('safe\u202Eexe.gpj')).toBe('safe[U+202E]exe.gpj');
  expect(messageOf('a\u2066b\u200Bc\u0000d\uFEFFe')).toBe('a[U+2066]b[U+200B]c[U+0000]d[U+FEFF]e');
});

test('a huge message is cut, between characters', () => {
  expect(messageOf('x'.repeat(1_000_000))).toBe(`${'x'.repeat(MAX_MESSAGE)}…`);
  expect(messageOf('👾'.repeat(1000))).toBe(`${'👾'.repeat(MAX_MESSAGE)}…`);
  expect(messageOf('[('.repeat(10_000))).toHaveLength(MAX_MESSAGE + 1);
  expect(messageOf(`<a ${'href='.repeat(10_000)}`)).toHaveLength(MAX_MESSAGE + 1);
});
