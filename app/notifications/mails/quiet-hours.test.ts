import { expect, test } from 'vitest';

import { quietEnd } from './digest-plans.server.ts';

test.each([
  ['before midnight', '2026-11-23T22:30:00Z', 22, 7, '2026-11-24T06:00:00Z'],
  ['after midnight', '2026-11-24T04:00:00Z', 22, 7, '2026-11-24T06:00:00Z'],
  ['at noon', '2026-11-24T11:00:00Z', 22, 7, undefined],
  ['in a pause at noon', '2026-11-24T11:30:00Z', 12, 14, '2026-11-24T13:00:00Z'],
  ['without hours', '2026-11-24T11:30:00Z', 12, 12, undefined],
  ['when the clocks leave out the hour of its end', '2027-03-27T23:30:00Z', 23, 2, '2027-03-28T01:00:00Z'],
  ['when the hour of its end comes twice', '2026-10-24T23:30:00Z', 23, 2, '2026-10-25T00:00:00Z'],
])('it is quiet in Berlin %s until the clock there says so', (_when, now, from, until, end) => {
  const found = quietEnd(new Date(now), 'Europe/Berlin', from, until);
  expect(found).toEqual(end === undefined ? undefined : new Date(end));
});
