import { expect, test } from 'vitest';

import { ownPath } from './return-route.ts';

test.each(['/games', '/ja-JP/games?topics=a#b', '/account#connections', '/post/a-post'])(
  'accepts %s as a path to return to',
  (path) => {
    expect(ownPath(path)).toBe(path);
  },
);

test.each([
  ...[null, undefined, '', 'games', '//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example'],
  ...['/.//evil.example', '/a/..//evil.example', '/%2e//evil.example', '/.%2e//evil.example'],
  ...['https://evil.example/', 'javascript:alert(1)', '/a\r\nset-cookie: a=b', '/ä', `/${'a'.repeat(600)}`],
  ...['/login', '/login?prove', '/ja-JP/login', '/api/auth/logout', '/confirmation/abc', '/games/../login'],
])('replaces %j by the home page', (value) => {
  expect(ownPath(value)).toBe('/');
});
