import { firstInstantAt } from '#lib/locale/zone-time.ts';
import { memoize } from '#lib/memoize.ts';

import type { Announcement, AnnouncementContent, AnnouncementPhase } from './announcement.ts';

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

/** When it is shown to a player with a clock of that zone: from one instant to before the other. @param playerZone by `findZone` */
export function spanOf({ starts, ends, zone }: WallTimes, playerZone: string): ShownSpan {
  return { startsAt: instantOf(starts, zone ?? playerZone), endsAt: instantOf(ends, zone ?? playerZone) };
}

/** On the clocks of players it is live from the start of the first of them to the end of the last. */
export function phaseOf({ state, content }: Pick<Announcement, 'state' | 'content'>, now: Date): AnnouncementPhase {
  if (state !== 'live') return state;
  const { startsAt } = spanOf(content, FIRST_ZONE);
  const { endsAt } = spanOf(content, LAST_ZONE);
  if (startsAt !== null && now < startsAt) return 'scheduled';
  return endsAt !== null && now >= endsAt ? 'ended' : 'live';
}

const FIRST_ZONE = '+14:00';
const LAST_ZONE = '-12:00';

/** @param zone by `findZone` */
export function instantOf(wallTime: string | null, zone: string): Date | null {
  return wallTime === null ? null : findInstant(wallTime, zone);
}

const findInstant = memoize(firstInstantAt, 20_000);

/** As fields of the type `datetime-local` write it, without its seconds. @returns undefined for anything else */
export function toWallTime(typed: string): string | undefined {
  const [wallTime] = /^[12]\d{3}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d(?=$|:)/.exec(typed) ?? [];
  if (wallTime === undefined) return undefined;
  return new Date(`${wallTime}Z`).toJSON()?.startsWith(wallTime) ? wallTime : undefined;
}
