import { expect, test } from 'vitest';

import { HOSTILE_INPUTS, MOST_FLOORS, floorMilliseconds, threadMilliseconds } from './hostile-inputs.ts';

const floor = Math.min(floorMilliseconds(), floorMilliseconds(), floorMilliseconds());

test.each(HOSTILE_INPUTS)('$parser is read in about the time of plain work on as much: $what', ({ text, read }) => {
  // The first time also compiles.
  read(text.slice(0, 1000));
  // A machine that has become busy is slower at plain work, too.
  const timesAgain = () => threadMilliseconds(() => read(text)) / Math.max(floor, floorMilliseconds());
  const first = threadMilliseconds(() => read(text)) / floor;
  expect(first < MOST_FLOORS ? first : Math.min(timesAgain(), timesAgain())).toBeLessThan(MOST_FLOORS);
});
