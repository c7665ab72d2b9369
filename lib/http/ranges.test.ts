import fc from 'fast-check';
import { expect, test } from 'vitest';

import { readRange } from './ranges.ts';

test.each([
  ['bytes=0-0', { start: 0, end: 0 }],
  ['bytes=2-5', { start: 2, end: 5 }],
  ['bytes=2-', { start: 2, end: 9 }],
  ['bytes=2-99', { start: 2, end: 9 }],
  ['bytes=-3', { start: 7, end: 9 }],
  ['bytes=-99', { start: 0, end: 9 }],
  ['bytes=9-', { start: 9, end: 9 }],
  ['bytes=10-', 'outside'],
  ['bytes=10-11', 'outside'],
  ['bytes=-0', 'outside'],
  ['bytes=5-2', undefined],
  ['bytes=-', undefined],
  ['bytes=0-1,3-4', undefined],
  ['items=0-1', undefined],
  ['bytes=a-b', undefined],
  ['bytes=1e3-', undefined],
  ['bytes=-1-2', undefined],
  ['bytes=9999999999999999-', undefined],
  ['', undefined],
  [null, undefined],
])('of 10 bytes %j means %j', (header, range) => {
  expect(readRange(header, 10)).toEqual(range);
});

test('every range of an empty body is outside', () => {
  expect(['bytes=0-', 'bytes=0-0', 'bytes=-1'].map((header) => readRange(header, 0))).toEqual(
    Array.from({ length: 3 }, () => 'outside'),
  );
});

test('a range lies within the body, whatever is asked', () => {
  const number = fc.option(fc.nat(50), { nil: '' });
  fc.assert(
    fc.property(number, number, fc.nat(40), (from, to, bytes) => {
      const range = readRange(`bytes=${from}-${to}`, bytes);
      if (typeof range !== 'object') return;
      expect(range.start).toBeGreaterThanOrEqual(0);
      expect(range.start).toBeLessThanOrEqual(range.end);
      expect(range.end).toBeLessThan(bytes);
    }),
  );
});
