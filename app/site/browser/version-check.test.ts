import { expect, test } from 'vitest';

import { throttlePerMinute } from './version-check.ts';

test('the version check runs at most once a minute, first a minute after the load', () => {
  let [time, runs] = [1_800_000_000_000, 0];
  const look = throttlePerMinute(
    () => void (runs += 1),
    () => time,
  );
  const counts = [0, 59_000, 1000, 1000, 59_000, 3_600_000].map((passed) => {
    time += passed;
    look();
    return runs;
  });
  expect(counts).toEqual([0, 0, 1, 1, 2, 3]);
});
