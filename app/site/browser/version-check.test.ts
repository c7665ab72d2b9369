import { expect, test } from 'vitest';

import { atMostOnceAMinute } from './version-check.ts';

test('a tab that is looked at again asks at most once a minute, the first time a minute after its load', () => {
  let [time, asked] = [1_800_000_000_000, 0];
  const look = atMostOnceAMinute(
    () => void (asked += 1),
    () => time,
  );
  const counts = [0, 59_000, 1000, 1000, 59_000, 3_600_000].map((passed) => {
    time += passed;
    look();
    return asked;
  });
  expect(counts).toEqual([0, 0, 1, 1, 2, 3]);
});
