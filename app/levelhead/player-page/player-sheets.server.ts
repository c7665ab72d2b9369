import type { Current } from '#app/current/current.server.ts';
import { cutPage } from '#lib/cut-page.ts';
import { Problem } from '#lib/problem.ts';

import { readCursor, cursorOf } from '../browse/cursor.ts';
import { levelCardOf } from '../level-card.ts';
import type { LevelCard } from '../level-card.ts';
import { findLevels } from '../levels.server.ts';
import { PlayerId } from '../player.ts';
import { findPlayers } from '../players.server.ts';
import { noPlayer } from '../problems.ts';
import { findPathOfShortAddress } from '../short-address.ts';
import { playerSheetOf } from './player-sheet.ts';
import type { PlayerSheet } from './player-sheet.ts';

/** @throws Problem 404 also for somebody who is banned */
export async function getPlayerSheet(current: Current, userId: string): Promise<PlayerSheet> {
  if (!PlayerId.safeParse(userId).success) throw new Problem(noPlayer);
  const { players } = await findPlayers(current, { userIds: [userId], limit: 1, ...aliasOptionsOf(current) });
  const [player] = players;
  if (player === undefined) throw new Problem(noPlayer);
  return playerSheetOf(player);
}

/** Those who are not signed in see the names that nobody minds. */
export function aliasOptionsOf({ actor }: Current) {
  const isSignedIn = actor.userId !== undefined;
  return { includeAliases: true, includeMyInteractions: isSignedIn, onlySafe: !isSignedIn };
}

const PAGE_SIZE = 12;

interface PlayersLevels {
  readonly levels: readonly LevelCard[];
  readonly next: string | undefined;
  readonly isFirst: boolean;
}

export async function findLevelsOf(current: Current, userId: string, { searchParams }: URL): Promise<PlayersLevels> {
  const cursor = readCursor(searchParams);
  const place = cursor?.direction === 'after' && {
    maxCreatedAt: new Date(cursor.value),
    tiebreakerItemId: cursor.itemId,
  };
  const { levels: found } = await findLevels(current, {
    userIds: [userId],
    limit: PAGE_SIZE + 1,
    includeStats: true,
    ...aliasOptionsOf(current),
    ...place,
  });
  const { shown, last } = cutPage(found, PAGE_SIZE);
  return {
    levels: shown.map(levelCardOf),
    next: last && `?after=${cursorOf(last, 'createdAt')}`,
    isFirst: cursor === undefined,
  };
}

/** The page of a player who exists, of a level (`+`) or of a playlist (`-`). @param code as it was copied from somewhere */
export async function findPathOfCode(current: Current, code: string): Promise<string | undefined> {
  if (/^[+-]/.test(code)) return findPathOfShortAddress(`/games/levelhead/${encodeURIComponent(code)}`);
  const userId = code.replace(/^@/, '').toLowerCase();
  if (!PlayerId.safeParse(userId).success) return undefined;
  const { players } = await findPlayers(current, { userIds: [userId], limit: 1 });
  return players[0] && `/games/levelhead/players/${userId}`;
}
