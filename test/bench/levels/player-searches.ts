import { PLAYER_STATS } from '#app/levelhead/search/player-query.ts';

import { requestBytes } from '../http-connection.ts';
import type { LevelSearchPair } from './searches.ts';

/** What the browser of players asks: their order, and from what to what its figure goes. */
interface PlayerFilters {
  readonly name: string;
  readonly isRanged: boolean;
}

export const PLAYER_FILTERS: readonly PlayerFilters[] = [
  { name: 'players, by each figure', isRanged: false },
  { name: 'players, by each figure within bounds', isRanged: true },
];

const LIMIT = 24;
const [LEAST, MOST] = [1, 50];

/** In the order of each of their figures, both ways. */
export function playerSearchesOf({ isRanged }: PlayerFilters): LevelSearchPair[] {
  return PLAYER_STATS.flatMap((stat) => {
    const column = stat.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
    const bounds = isRanged ? `where ${column} between ${LEAST} and ${MOST}` : '';
    const range: Record<string, string> = isRanged
      ? { [`min${stat}`]: String(LEAST), [`max${stat}`]: String(MOST) }
      : {};
    return [false, true].map((ascending) => {
      const direction = ascending ? 'asc' : 'desc';
      const query = new URLSearchParams({ limit: String(LIMIT), sort: `${ascending ? '-' : ''}${stat}`, ...range });
      const order = `order by ${column} ${direction}, item_id ${direction} limit ${LIMIT}`;
      const text = `select item_id, user_id, updated_at, ${column} from levelhead_players ${bounds} ${order}`;
      return { bytes: requestBytes('GET', `/api/levelhead/players?${query}`, {}), plain: { text, values: [] } };
    });
  });
}
