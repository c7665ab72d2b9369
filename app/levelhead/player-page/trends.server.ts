import type { Current } from '#app/current/current.server.ts';

import { findDays } from '../play/daily.server.ts';
import { TREND_FIGURES } from './trend.ts';
import type { TrendWeek } from './trend.ts';

const DAY_MS = 86_400_000;
const WEEKS = 26;

/** What a player gained in each of the last weeks, the oldest first; the last one ends today. */
export async function findTrends(current: Current, userId: string): Promise<TrendWeek[]> {
  const days = await findDays(current, 'player', userId, WEEKS * 7);
  const first = Math.floor(current.now().getTime() / DAY_MS) - WEEKS * 7 + 1;
  return Array.from({ length: WEEKS }, (_, week) => {
    const start = first + week * 7;
    const own = days.filter(({ day }) => Math.floor((Date.parse(day) / DAY_MS - first) / 7) === week);
    const sums = TREND_FIGURES.map((figure) => [figure, own.reduce((sum, day) => sum + day[figure], 0)]);
    return { from: new Date(start * DAY_MS).toISOString().slice(0, 10), ...Object.fromEntries(sums) } as TrendWeek;
  });
}
