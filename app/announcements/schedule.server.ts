import { firstInstantAt } from '#lib/locale/zone-time.ts';
import { memoize } from '#lib/memoize.ts';

import type { AnnouncementContent } from './announcement.ts';

export const DEFAULT_ZONE = 'UTC';

/**
 * A name such as `Europe/Berlin`, or an offset in quarters of an hour such as `+02:00`, in one spelling, so that there are few.
 * @returns undefined for anything else
 */
export const findZone = memoize((typed: string): string | undefined => {
  const isSpelled = /^(?:[A-Za-z][A-Za-z0-9+_/-]{0,63}|[+-](?:0\d|1[0-4]):(?:00|15|30|45))$/.test(typed);
  if (!isSpelled) return undefined;
  try {
    // Of each spelling its own format would be kept for ever.
    return new Intl.DateTimeFormat('en-US', { timeZone: typed }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}, 2000);

export interface ShownSpan {
  /** Null for always, or for good. */
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

type WallTimes = Pick<AnnouncementContent, 'starts' | 'ends' | 'zone'>;

const spans = new WeakMap<WallTimes, Map<string, ShownSpan>>();

/**
 * When it is shown to a player with a clock of that zone: from one instant to before the other. Read once for each content that is
 * kept, and zone. @param playerZone by `findZone`
 */
export function spanOf(content: WallTimes, playerZone: string): ShownSpan {
  const zone = content.zone ?? playerZone;
  const known = spans.get(content) ?? new Map<string, ShownSpan>();
  spans.set(content, known);
  const { starts, ends } = content;
  const span = known.get(zone) ?? { startsAt: instantOf(starts, zone), endsAt: instantOf(ends, zone) };
  known.set(zone, span);
  return span;
}

/** @param zone by `findZone` */
export function instantOf(wallTime: string | null, zone: string): Date | null {
  return wallTime === null ? null : firstInstantAt(wallTime, zone);
}

/** As fields of the type `datetime-local` write it, without its seconds. @returns undefined for anything else */
export function toWallTime(typed: string): string | undefined {
  const [wallTime] = /^[12]\d{3}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d(?=$|:)/.exec(typed) ?? [];
  if (wallTime === undefined) return undefined;
  return new Date(`${wallTime}Z`).toJSON()?.startsWith(wallTime) ? wallTime : undefined;
}
