import type { Current } from '#app/current/current.server.ts';
import { hasProof, requireRole } from '#app/current/permission.ts';
import type { FoundThing } from '#app/noun/found-thing.ts';
import type { ConsoleParts } from '#app/noun/noun.server.ts';
import { countPageViews } from '#app/telemetry/visits/visits.server.ts';

import type { WaitingCount } from '../calls.ts';
import { MAX_COUNT, countPending } from '../pending-work.server.ts';
import { findPlaces } from '../places.server.ts';
import { VISITS_PATH } from '../telemetry/visits-path.ts';
import { isOpenOn, openDoors } from './doors.ts';

/**
 * What the navigation and the palette of staff show, as far as it is open to the actor on this stage. Needs staff.
 * @param page path of what the actor looks at  @throws Problem 401, 403
 */
export async function lookAround(current: Current, { pendingCounts, places }: ConsoleParts, page?: string) {
  requireRole(current, 'staff');
  const { actor, stage } = current;
  const doors = openDoors({ role: actor.role, stage });
  const counted = await countPending(
    current,
    pendingCounts.filter(({ door, to }) => isOpenOn(stage, to) && doors.some((one) => one.door === door)),
  );
  const waiting = doors.flatMap(({ door }): WaitingCount[] => {
    const found = counted.filter((one) => one.door === door).reduce((sum, one) => sum + one.found, 0);
    return found === 0 ? [] : [{ door, count: Math.min(found, MAX_COUNT), isMore: found > MAX_COUNT }];
  });
  const aliases = counted.find(({ to }) => to === '/admin/alias-moderation')?.found ?? 0;
  return {
    waiting,
    views: page !== undefined && isOpenOn(stage, VISITS_PATH) ? await countPageViews(current, page) : null,
    places: (await findPlaces(current, { places })).filter(({ to }) => isOpenOn(stage, to)),
    pendingAliases: Math.min(aliases, MAX_COUNT),
    isProved: hasProof(current),
  };
}

const OF_EACH_KIND = 4;

/** Nothing for a text without a letter or a digit. Needs staff. @throws Problem 401, 403 */
export async function findThings(current: Current, { finders }: ConsoleParts, typed: string): Promise<FoundThing[]> {
  requireRole(current, 'staff');
  const text = typed.toWellFormed().replaceAll('\0', ' ').trim();
  if (!/[\p{L}\p{N}]/u.test(text)) return [];
  const found = await Promise.all(finders.map((find) => find(current, text, OF_EACH_KIND)));
  return found.flat().filter(({ to }) => isOpenOn(current.stage, to));
}
