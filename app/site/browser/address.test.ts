import { expect, test } from 'vitest';

import { freshAddress, plainAddress, withoutParameters } from './address.ts';

const HOME = 'http://localhost:8080/';

test.each([
  ['?local-cache-id=1', ''],
  ['?local-cache-id=1&tags=-a,-b&q=%20+&empty#x?local-cache-id=2', '?tags=-a,-b&q=%20+&empty#x?local-cache-id=2'],
  ['?a=1&local%2Dcache-id=1&reload=2', '?a=1'],
  ['?my-local-cache-id=1&local-cache-ids=2', '?my-local-cache-id=1&local-cache-ids=2'],
  ['?a&&b', '?a&&b'],
  ['?', '?'],
  ['#local-cache-id=1', '#local-cache-id=1'],
])('withoutParameters turns %s into %s, and keeps the spelling', (before, after) => {
  expect(withoutParameters(HOME + before, ['local-cache-id', 'reload'])).toBe(HOME + after);
});

test('plainAddress removes what only served the loading, and a masquerade, which nobody shall share', () => {
  expect(plainAddress(`${HOME}games?masquerade=staff&a=1&local-cache-id=2&reload=3#b`)).toBe(`${HOME}games?a=1#b`);
});

test('freshAddress sets one parameter that busts caches, and keeps the rest', () => {
  const once = freshAddress(`${HOME}games?a=1#b`, '18.0.0');
  expect(once).toBe(`${HOME}games?a=1&reload=18.0.0#b`);
  expect(freshAddress(once, '18.0.1')).toBe(`${HOME}games?a=1&reload=18.0.1#b`);
});
