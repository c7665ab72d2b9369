/** Time on a wall in a time zone, as fields of the type `datetime-local` write it: `2026-11-01T09:30`. */

export function isTimeZone(zone: string): boolean {
  try {
    formatFor(zone);
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** @throws RangeError for an unknown zone */
export function wallTimeAt(instant: Date, zone: string): string {
  const parts = Object.fromEntries(
    formatFor(zone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  );
  return `${parts['year']?.padStart(4, '0')}-${parts['month']}-${parts['day']}T${parts['hour']}:${parts['minute']}`;
}

/**
 * When a clock there shows that time: never where clocks go forward over it, twice where they go back.
 * @throws RangeError for an unknown zone or malformed time
 */
export function instantsAt(wallTime: string, zone: string): Date[] {
  const utc = Date.parse(`${wallTime}Z`);
  if (Number.isNaN(utc)) throw new RangeError(`no time: ${wallTime}`);
  // Zones are at most 15 hours from UTC, so the change of a clock lies among these hours.
  const offsets = SAMPLES.map((hours) => offsetAt(new Date(utc + hours * HOUR_MS), zone));
  const candidates = [...new Set(offsets)].map((offset) => new Date(utc - offset));
  return candidates.filter((at) => wallTimeAt(at, zone) === wallTime).toSorted((a, b) => Number(a) - Number(b));
}

/**
 * When a clock there first shows that time; where clocks go forward over it, when they do. So what ends at a time and what
 * starts at it meet, in every zone and on every day. @throws RangeError for an unknown zone or malformed time
 */
export function firstInstantAt(wallTime: string, zone: string): Date {
  const [first] = instantsAt(wallTime, zone);
  if (first !== undefined) return first;
  const utc = Date.parse(`${wallTime}Z`);
  let [before, after] = [utc - 18 * HOUR_MS, utc + 18 * HOUR_MS];
  while (after - before > MINUTE_MS) {
    const middle = Math.floor((before + after) / 2 / MINUTE_MS) * MINUTE_MS;
    if (wallTimeAt(new Date(middle), zone) < wallTime) before = middle;
    else after = middle;
  }
  return new Date(after);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const SAMPLES = Array.from({ length: 13 }, (_, at) => 3 * (at - 6));

/** Milliseconds that the clock there is before UTC, by whole minutes. */
function offsetAt(instant: Date, zone: string): number {
  const minute = Math.floor(instant.getTime() / MINUTE_MS) * MINUTE_MS;
  return Date.parse(`${wallTimeAt(new Date(minute), zone)}Z`) - minute;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const [year, rest] = ['numeric', '2-digit'] as const;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year,
    month: rest,
    day: rest,
    hour: rest,
    minute: rest,
  });
  formats.set(timeZone, format);
  return format;
}
