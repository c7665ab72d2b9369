import { expect, test } from 'vitest';

import { hasXsrfToken, isSameOrigin, xsrfToken } from './csrf.server.ts';

const SECRET = 'a secret of more than 32 characters, for tests';
const OURS = new Set(['https://a.example']);
const requestOf = (headers: Record<string, string>) => new Request('https://a.example/', { method: 'POST', headers });

test('a token is valid for one sign-in and one secret', () => {
  const token = xsrfToken('login', SECRET);
  const brings = (value: string) => requestOf({ 'x-xsrf-token': value });
  expect(hasXsrfToken(brings(token), 'login', SECRET)).toBe(true);
  expect(hasXsrfToken(brings(token), 'other', SECRET)).toBe(false);
  expect(hasXsrfToken(brings(token), 'login', `${SECRET}.`)).toBe(false);
  expect(hasXsrfToken(brings(token.slice(1)), 'login', SECRET)).toBe(false);
  expect(hasXsrfToken(requestOf({}), 'login', SECRET)).toBe(false);
});

test.each([
  [{ origin: 'https://a.example' }, true, true],
  [{ origin: 'https://a.example', 'sec-fetch-site': 'same-origin' }, true, true],
  [{ 'sec-fetch-site': 'same-origin' }, true, true],
  [{ 'sec-fetch-site': 'none' }, true, true],
  [{}, true, false],
  [{ origin: 'https://b.example' }, false, false],
  [{ origin: 'http://a.example' }, false, false],
  [{ origin: 'https://a.example:8443' }, false, false],
  [{ origin: 'https://a.example.evil' }, false, false],
  [{ origin: 'null' }, false, false],
  [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, false, false],
  [{ origin: 'https://a.example', 'sec-fetch-site': 'same-site' }, false, false],
  [{ origin: 'https://a.example', 'sec-fetch-site': 'cross-site' }, false, false],
  [{ 'sec-fetch-site': 'cross-site' }, false, false],
  [{ 'sec-fetch-site': 'none', origin: 'https://b.example' }, false, false],
])('a request with %j is ours if silence passes: %s, if silence is refused: %s', (headers, lenient, strict) => {
  expect(isSameOrigin(requestOf(headers), OURS, true)).toBe(lenient);
  expect(isSameOrigin(requestOf(headers), OURS, false)).toBe(strict);
});
