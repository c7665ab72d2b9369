import { assert, constantFrom, array, string, oneof, property } from 'fast-check';
import { expect, test } from 'vitest';

import { ownPath, loginPath } from './return-route.ts';

test.each([
  '/games',
  '/ja-JP/games?topics=a#b',
  '/account#connections',
  '/post/a-post',
  '/de-DE/login/success',
  '/api/docs',
  '/de-DE/api/docs/community-edition?q=a',
])('ownPath accepts %s as a path to return to', (path) => {
  expect(ownPath(path)).toBe(path);
});

test.each([
  null,
  undefined,
  '',
  'games',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/.%2e//evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/a\r\nset-cookie: a=b',
  '/ä',
  `/${'a'.repeat(600)}`,
  '/login',
  '/login?prove',
  '/ja-JP/login',
  '/api/auth/logout',
  '/api/docs/../auth/logout',
  '/confirmation/abc',
  '/games/../login',
])('ownPath replaces %j by the home page', (value) => {
  expect(ownPath(value)).toBe('/');
});

test.each([
  ['/account.data', '/account'],
  ['/account.data?from=steam#connections', '/account?from=steam#connections'],
  ['/account.data?_routes=account%2Fscreens%2Faccount', '/account'],
  ['/account.data?from=steam&_routes=root&before=1', '/account?from=steam&before=1'],
  ['/account.data?%5Froutes=root', '/account'],
  ['/account/_.data', '/account'],
  ['/account%2Edata', '/account'],
  ['/account.data.data/', '/account'],
  ['/de-DE/account.data', '/de-DE/account'],
  ['/_root.data', '/'],
  ['/...data', '/'],
  ['/_.data?index', '/'],
  ['/de-DE.data', '/de-DE'],
  ['/de-DE/_.data', '/de-DE'],
  ['/games?index', '/games'],
  ['/games?index=2&topics=a', '/games?index=2&topics=a'],
  ['/post/on.data', '/post/on'],
])('ownPath replaces %s, the address of data, by that of its page', (data, page) => {
  expect(ownPath(data)).toBe(page);
});

test.each([
  '/%09//evil.example',
  '/LOGIN',
  '/%6cogin?prove',
  '/login.data',
  '/de-DE//Login/',
  '/API/auth/logout',
  '/Confirmation/abc',
])('ownPath replaces %s by the home page, in whatever spelling', (value) => {
  expect(ownPath(value)).toBe('/');
});

test.each([
  ['/login?returnTo=%2Faccount', '/account'],
  ['/de-DE/login?prove&returnTo=%2Fde-DE%2Faccount%2523passkeys', '/de-DE/account%23passkeys'],
  ['/login.data?returnTo=%2Faccount.data', '/account'],
  ['/login?returnTo=%2Flogin%3FreturnTo%3D%252Fgames', '/games'],
  ['/login?returnTo=%2F%2Fevil.example', '/'],
  ['/login?returnTo=https%3A%2F%2Fevil.example', '/'],
  ['/login?returnTo=%2Fapi%2Fauth%2Flogout', '/'],
])('ownPath replaces %s, a sign-in, by the page to which that returns', (path, page) => {
  expect(ownPath(path)).toBe(page);
});

test('a code of a dot leads to no page of data', () => {
  expect(ownPath('/_.data/%2e.data')).toBe('/');
});

test('whatever is asked for, a path leads to a page of this site', () => {
  const pieces = constantFrom(
    '/',
    '//',
    '\\',
    '.',
    '..',
    '%2e',
    '%2f',
    '%5c',
    '.data',
    '_.data',
    '_root.data',
    '?',
    '#',
    '&',
  );
  const words = constantFrom(
    'account',
    'login',
    'login?returnTo=',
    'de-DE',
    '_routes=a',
    'index',
    'evil.example',
    'http:',
    '@',
    ':',
    '\t',
    '\n',
  );
  assert(
    property(array(oneof(pieces, words, string({ maxLength: 3 })), { maxLength: 9 }), (parts) => {
      const path = ownPath(`/${parts.join('')}`);
      const url = new URL(path, 'https://rumpus.example/login');
      expect(url.origin).toBe('https://rumpus.example');
      expect(path).toMatch(/^\/(?![/\\])/);
      expect(url.pathname).not.toMatch(/(?:\.|%2e)data\/*$/i);
      expect(url.searchParams.has('_routes')).toBe(false);
      expect(ownPath(path)).toBe(path);
    }),
    { numRuns: 4000 },
  );
});

test('the sign-in returns to the page, in its language', () => {
  const page = new URL('http://localhost/de-DE/account.data?from=steam&_routes=root');
  expect(loginPath(page, { locale: 'de-DE' }, '#connections')).toBe(
    `/de-DE/login?returnTo=${encodeURIComponent('/de-DE/account?from=steam#connections')}`,
  );
  expect(loginPath(new URL('http://localhost/account'), {})).toBe('/login?returnTo=%2Faccount');
});
