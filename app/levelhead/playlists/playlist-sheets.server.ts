import type { Current } from '#app/current/current.server.ts';
import { isProblem } from '#lib/problem.ts';

import { getPlaylist, getPlaylistItem, toPlaylist } from '../calendar.server.ts';
import { toLevelCard, namedPlayer } from '../level-card.ts';
import type { LevelCard, NamedPlayer } from '../level-card.ts';
import { findLevels } from '../levels.server.ts';
import { findNames } from '../names.server.ts';
import { aliasOptionsFor } from '../player-page/player-sheets.server.ts';
import { noPlaylist } from '../problems.ts';
import { MAX_PLAYLIST_LEVELS } from './playlist.ts';
import { countBeaten, findPace, progressToken, readProgressToken } from './progress.server.ts';

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
  /** The same at the pace of who asks, where that is known. */
  readonly ownSeconds: number | undefined;
  readonly isOwn: boolean;
  readonly forkOf: { readonly playlistId: string; readonly name: string } | undefined;
  readonly progressQuery: string | undefined;
  /** Of somebody who gave such an address. */
  readonly shared: { readonly player: NamedPlayer; readonly beaten: number } | undefined;
}

/** @param token of the address that a player gave to show their progress @throws Problem 404 */
export async function getPlaylistSheet(current: Current, playlistId: string, token = ''): Promise<PlaylistSheet> {
  const one = await getPlaylistItem(current, playlistId);
  const { userId, name, note, levelIds, updatedAt } = toPlaylist(one);
  const asker = current.actor.userId;
  const sharer = readProgressToken(current, playlistId, token);
  const named = aliasOptionsFor(current);
  const wanted = levelIds.slice(0, MAX_PLAYLIST_LEVELS);
  const people = sharer === undefined ? [userId] : [userId, sharer];
  const [{ levels: found }, names, pace, sharedCount, forkOf] = await Promise.all([
    wanted.length === 0
      ? { levels: [] }
      : findLevels(current, { levelIds: wanted, limit: MAX_PLAYLIST_LEVELS, includeStats: true, ...named }),
    findNames(current, people),
    asker === undefined ? undefined : findPace(current, asker),
    sharer === undefined ? undefined : countBeaten(current, sharer, wanted),
    findOrigin(current, one.item.map.forkOf),
  ]);
  const byId = new Map(found.map((level) => [level.levelId, level]));
  const shown = wanted.flatMap((levelId) => byId.get(levelId) ?? []);
  const seconds = shown.reduce((sum, { stats }) => sum + (stats?.TimePerWin ?? 0), 0);
  return {
    playlistId,
    name,
    note,
    updatedAt,
    author: namedPlayer(userId, names.get(userId)),
    levels: shown.map(toLevelCard),
    missing: levelIds.length - shown.length,
    beaten: shown.filter(({ interactions }) => interactions?.completed).length,
    seconds,
    ownSeconds: pace && pace * seconds,
    isOwn: asker === userId,
    forkOf,
    progressQuery: asker && `?progress=${progressToken(current, playlistId, asker)}`,
    shared:
      sharer === undefined || sharedCount === undefined
        ? undefined
        : { player: namedPlayer(sharer, names.get(sharer)), beaten: sharedCount },
  };
}

async function findOrigin(current: Current, forkOf: unknown): Promise<PlaylistSheet['forkOf']> {
  if (typeof forkOf !== 'string') return undefined;
  try {
    const { playlistId, name } = await getPlaylist(current, forkOf);
    return { playlistId, name };
  } catch (problem) {
    if (isProblem(problem, noPlaylist)) return undefined;
    throw problem;
  }
}
