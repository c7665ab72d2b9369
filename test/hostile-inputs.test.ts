import { expect, test } from 'vitest';

import { HOSTILE_INPUTS, MOST_FLOORS, floorMilliseconds, threadMilliseconds } from './hostile-inputs.ts';

const floor = Math.min(floorMilliseconds(), floorMilliseconds(), floorMilliseconds());

test.each(HOSTILE_INPUTS)('$parser is read in about the time of plain work on as much: $what', ({ text, read }) => {
  // The first time also compiles.
  read(text.slice(0, 1000));
  const times = threadMilliseconds(() => read(text)) / floor;
  expect(Math.min(times, times > MOST_FLOORS ? threadMilliseconds(() => read(text)) / floor : times)).toBeLessThan(
    MOST_FLOORS,
  );
});
