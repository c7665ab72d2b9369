import { firstInstantAt, isTimeZone } from '#lib/locale/zone-time.ts';
import { memoize } from '#lib/memoize.ts';

import type { AnnouncementContent } from './announcement.ts';

export const DEFAULT_ZONE = 'UTC';

/** A name such as `Europe/Berlin`, or an offset such as `+02:00`, in one spelling. @returns undefined for anything else */
export const findZone = memoize((typed: string): string | undefined => {
  if (!/^[A-Za-z0-9+:_/-]{1,64}$/.test(typed) || !isTimeZone(typed)) return undefined;
  return new Intl.DateTimeFormat('en-US', { timeZone: typed }).resolvedOptions().timeZone;
}, 2000);

export interface Span {
  /** Null for always, or for good. */
  readonly startsAt: Date | null;
  readonly endsAt: Date | null;
}

/** When it is shown to a player with a clock of that zone: from one instant to before the other. @param playerZone by `findZone` */
export function spanOf({ starts, ends, zone }: Pick<AnnouncementContent, 'starts' | 'ends' | 'zone'>, playerZone: string): Span {
  const clock = zone ?? playerZone;
  return { startsAt: instantOf(starts, clock), endsAt: instantOf(ends, clock) };
}

/** @param zone by `findZone` */
export function instantOf(wallTime: string | null, zone: string): Date | null {
  return wallTime === null ? null : keptInstant(wallTime, zone);
}

const keptInstant = memoize(firstInstantAt, 5000);

/** As fields of the type `datetime-local` write it, without its seconds. @returns undefined for anything else */
export function toWallTime(typed: string): string | undefined {
  const [wallTime] = /^[12]\d{3}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d(?=$|:)/.exec(typed) ?? [];
  if (wallTime === undefined) return undefined;
  return new Date(`${wallTime}Z`).toJSON()?.startsWith(wallTime) ? wallTime : undefined;
}
