import { expect, test } from 'vitest';

import { firstInstantAt, instantsAt, isTimeZone, wallTimeAt } from './zone-time.ts';

const at = (wallTime: string, zone: string) => instantsAt(wallTime, zone).map((instant) => instant.toISOString());

test.each([
  ['2026-07-01T09:30', 'Europe/Berlin', ['2026-07-01T07:30:00.000Z']],
  ['2026-01-01T00:00', 'Pacific/Kiritimati', ['2025-12-31T10:00:00.000Z']],
  ['2026-07-01T09:30', 'Asia/Kathmandu', ['2026-07-01T03:45:00.000Z']],
  // Clocks go forward over it.
  ['2026-03-29T02:30', 'Europe/Berlin', []],
  ['2026-03-08T02:00', 'America/New_York', []],
  // They go back, and it comes twice.
  ['2026-10-25T02:30', 'Europe/Berlin', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
  // By half an hour, on an island.
  ['2026-04-05T01:45', 'Australia/Lord_Howe', ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z']],
  // A day that never was.
  ['2011-12-30T12:00', 'Pacific/Apia', []],
])('%s in %s is %j', (wallTime, zone, instants) => {
  expect(at(wallTime, zone)).toEqual(instants);
});

test.each([
  ['2026-07-01T09:30', 'Europe/Berlin', '2026-07-01T07:30:00.000Z'],
  // It never comes: when clocks go from 01:59 to 03:00.
  ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T01:00:00.000Z'],
  ['2026-03-08T02:00', 'America/New_York', '2026-03-08T07:00:00.000Z'],
  ['2011-12-30T12:00', 'Pacific/Apia', '2011-12-30T10:00:00.000Z'],
  // It comes twice.
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-07-01T09:30', '+05:45', '2026-07-01T03:45:00.000Z'],
])('a clock first shows %s or later in %s at %s', (wallTime, zone, instant) => {
  expect(firstInstantAt(wallTime, zone).toISOString()).toBe(instant);
});

test('wallTimeAt is what a clock shows there, which instantsAt leads back from', () => {
  for (const zone of ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Tokyo']) {
    for (let hours = 0; hours < 9000; hours += 37) {
      const instant = new Date(Date.UTC(2026, 0, 1, hours));
      expect(at(wallTimeAt(instant, zone), zone), zone).toContain(instant.toISOString());
    }
  }
});

test('isTimeZone knows the names of zones, and no others', () => {
  const names = ['Europe/Berlin', 'UTC', 'europe/berlin', 'Mars/Olympus', '', 'Berlin'];
  expect(names.filter(isTimeZone)).toEqual(['Europe/Berlin', 'UTC', 'europe/berlin']);
  expect(() => instantsAt('tomorrow', 'UTC')).toThrow(RangeError);
});
