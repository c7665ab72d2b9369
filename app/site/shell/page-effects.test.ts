import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { retryUntilDone } from './page-effects.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The times of the attempts in milliseconds; the one at `worksAt` succeeds. */
function triesOf(worksAt: number): { moments: number[]; end: () => void } {
  const start = Date.now();
  const moments: number[] = [];
  const end = retryUntilDone(() => moments.push(Date.now() - start) - 1 === worksAt);
  return { moments, end };
}

test('retryUntilDone tries once when that succeeds', () => {
  const { moments } = triesOf(0);
  expect(moments).toEqual([0]);
  expect(vi.getTimerCount()).toBe(0);
});

test('retryUntilDone tries every 0.15 s until it succeeds', () => {
  const { moments } = triesOf(3);
  vi.runAllTimers();
  expect(moments).toEqual([0, 150, 300, 450]);
});

test('retryUntilDone may succeed at the last of seven further attempts', () => {
  const { moments } = triesOf(7);
  vi.advanceTimersByTime(1050);
  expect(moments).toHaveLength(8);
});

test('retryUntilDone gives up after seven further attempts', () => {
  const { moments } = triesOf(-1);
  vi.advanceTimersByTime(60_000);
  expect(moments).toEqual([0, 150, 300, 450, 600, 750, 900, 1050]);
  expect(vi.getTimerCount()).toBe(0);
});

test('retryUntilDone stops when it is cancelled', () => {
  const { moments, end } = triesOf(-1);
  vi.advanceTimersByTime(300);
  end();
  vi.advanceTimersByTime(60_000);
  expect(moments).toEqual([0, 150, 300]);
});
