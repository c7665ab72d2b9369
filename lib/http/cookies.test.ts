import fc from 'fast-check';
import { expect, test } from 'vitest';

import { readCookies, writeCookie } from './cookies.ts';

test('a cookie is for the whole site and for top-level navigation, and scripts do not read it', () => {
  expect(writeCookie('session', 'abc', { maxAge: 60, secure: true })).toBe(
    'session=abc; Path=/; Max-Age=60; SameSite=Lax; Secure; HttpOnly',
  );
});

test('a cookie that scripts read lacks HttpOnly, one over http lacks Secure', () => {
  expect(writeCookie('token', 'abc', { maxAge: 0, secure: false, readable: true })).toBe(
    'token=abc; Path=/; Max-Age=0; SameSite=Lax',
  );
});

test.each([
  ['a=1; b=2', { a: '1', b: '2' }],
  ['a=1;b=2', { a: '1', b: '2' }],
  ['a=1; a=2', { a: '1' }],
  ['a=b=c', { a: 'b=c' }],
  ['a=', { a: '' }],
  ['=1; a; ;; b=2', { b: '2' }],
  ['__proto__=1; a=1', { a: '1' }],
  ['', {}],
])('the header %j holds %j', (header, cookies) => {
  expect({ ...readCookies(header) }).toEqual(cookies);
});

test('any header can be read, and none reaches a prototype', () => {
  expect(readCookies(null)).toEqual({});
  fc.assert(
    fc.property(fc.string(), (header) => {
      const cookies = readCookies(`${header}; __proto__=planted; constructor=1`);
      expect(Object.getPrototypeOf(cookies)).toBe(Object.prototype);
      expect(Object.values(cookies)).not.toContain('planted');
    }),
  );
});
