import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { retryUntilDone } from './page-effects.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The moments of the tries in milliseconds, of which the one at `worksAt` works. */
function triesOf(worksAt: number): { moments: number[]; end: () => void } {
  const start = Date.now();
  const moments: number[] = [];
  const end = retryUntilDone(() => moments.push(Date.now() - start) - 1 === worksAt);
  return { moments, end };
}

test('what works at once is tried once', () => {
  const { moments } = triesOf(0);
  expect(moments).toEqual([0]);
  expect(vi.getTimerCount()).toBe(0);
});

test('what works later is tried every 0.15 s until then', () => {
  const { moments } = triesOf(3);
  vi.runAllTimers();
  expect(moments).toEqual([0, 150, 300, 450]);
});

test('what works at the last of the seven tries more has worked', () => {
  const { moments } = triesOf(7);
  vi.advanceTimersByTime(1050);
  expect(moments).toHaveLength(8);
});

test('what never works is tried seven times more, and then left', () => {
  const { moments } = triesOf(-1);
  vi.advanceTimersByTime(60_000);
  expect(moments).toEqual([0, 150, 300, 450, 600, 750, 900, 1050]);
  expect(vi.getTimerCount()).toBe(0);
});

test('whoever goes elsewhere ends it', () => {
  const { moments, end } = triesOf(-1);
  vi.advanceTimersByTime(300);
  end();
  vi.advanceTimersByTime(60_000);
  expect(moments).toEqual([0, 150, 300]);
});
