import type { Current } from '#app/current/current.server.ts';

import { getPlaylist } from '../calendar.server.ts';
import { levelCardOf, namedPlayer } from '../level-card.ts';
import type { LevelCard, NamedPlayer } from '../level-card.ts';
import { findLevels } from '../levels.server.ts';
import { findNames } from '../names.server.ts';
import { howNamed } from '../player-page/player-sheets.server.ts';

/** A playlist with as many of its levels as the page shows at once. */
export interface PlaylistSheet {
  readonly playlistId: string;
  readonly name: string;
  readonly note: string | undefined;
  readonly author: NamedPlayer;
  readonly levels: readonly LevelCard[];
  /** Levels that are gone or hidden are counted, but not shown. */
  readonly missing: number;
  readonly beaten: number;
  readonly updatedAt: string;
  /** Seconds that a win takes on average, of all levels that somebody has beaten. */
  readonly seconds: number;
}

const MOST_LEVELS = 128;

/** @throws Problem 404 */
export async function getPlaylistSheet(current: Current, playlistId: string): Promise<PlaylistSheet> {
  const { userId, name, note, levelIds, updatedAt } = await getPlaylist(current, playlistId);
  const named = howNamed(current);
  const wanted = levelIds.slice(0, MOST_LEVELS);
  const [{ levels: found }, names] = await Promise.all([
    wanted.length === 0
      ? { levels: [] }
      : findLevels(current, { levelIds: wanted, limit: MOST_LEVELS, includeStats: true, ...named }),
    findNames(current, [userId], { onlySafe: named.onlySafe }),
  ]);
  const byId = new Map(found.map((level) => [level.levelId, level]));
  const shown = wanted.flatMap((levelId) => byId.get(levelId) ?? []);
  return {
    ...{ playlistId, name, note, updatedAt },
    author: namedPlayer(userId, names.get(userId)),
    levels: shown.map(levelCardOf),
    missing: levelIds.length - shown.length,
    beaten: shown.filter(({ interactions }) => interactions?.completed).length,
    seconds: shown.reduce((sum, { stats }) => sum + (stats?.TimePerWin ?? 0), 0),
  };
}
