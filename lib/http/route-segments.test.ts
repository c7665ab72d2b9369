import { expect, test } from 'vitest';

import { decodeAll, routeSegments } from './route-segments.ts';

test.each([
  ['/', []],
  ['/games/levelhead', ['games', 'levelhead']],
  ['//Games///LEVELHEAD/', ['games', 'levelhead']],
  ['/%67ames%2flevelhead', ['games', 'levelhead']],
  ['/games%5clevelhead', ['games', 'levelhead']],
  ['/%2567ames', ['games']],
  ['/games.data', ['games']],
  ['/games/_.data', ['games']],
  ['/_root.data', []],
  ['/de-DE', []],
  ['/DE-de.data', []],
  ['//es-XL/%67ames/', ['games']],
  ['/_.data', []],
  ['/games%2Edata', ['games']],
  ['/100%/%ff%67', ['100%', '%ffg']],
])('%s has the segments %j', (path, segments) => {
  expect(routeSegments(path)).toEqual(segments);
});

test('a text is decoded as often as it was encoded, within reason', () => {
  expect(decodeAll(encodeURIComponent(encodeURIComponent('ä/b c')))).toBe('ä/b c');
  expect(decodeAll(`%${'25'.repeat(20)}61`)).toContain('%25');
});
