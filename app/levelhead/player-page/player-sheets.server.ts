import type { Current } from '#app/current/current.server.ts';
import { cutPage } from '#lib/cut-page.ts';
import { Problem } from '#lib/problem.ts';

import { readCursor, writeCursor } from '../browse/cursor.ts';
import { toLevelCard } from '../level-card.ts';
import type { LevelCard } from '../level-card.ts';
import { findLevels } from '../levels.server.ts';
import { PlayerId } from '../player.ts';
import { findPlayers } from '../players.server.ts';
import { noPlayer } from '../problems.ts';
import { findPathOfShortAddress } from '../short-address.ts';
import { toPlayerSheet } from './player-sheet.ts';
import type { PlayerSheet } from './player-sheet.ts';

/** @throws Problem 404 also for somebody who is banned */
export async function getPlayerSheet(current: Current, userId: string): Promise<PlayerSheet> {
  const player = await findPlayerSheet(current, userId);
  if (player === undefined) throw new Problem(noPlayer);
  return player;
}

export async function findPlayerSheet(current: Current, userId: string): Promise<PlayerSheet | undefined> {
  if (!PlayerId.safeParse(userId).success) return undefined;
  const { players } = await findPlayers(current, { userIds: [userId], limit: 1, ...aliasOptionsFor(current) });
  return players[0] && toPlayerSheet(players[0]);
}

export function aliasOptionsFor({ actor }: Current) {
  return { includeAliases: true, includeMyInteractions: actor.userId !== undefined };
}

const PAGE_SIZE = 12;

interface PlayersLevels {
  readonly levels: readonly LevelCard[];
  readonly next: string | undefined;
  readonly isFirst: boolean;
}

export async function findPlayerLevels(
  current: Current,
  userId: string,
  searchParams: URLSearchParams,
): Promise<PlayersLevels> {
  const cursor = readCursor(searchParams);
  const bounds = cursor?.direction === 'after' && {
    maxCreatedAt: new Date(cursor.value),
    tiebreakerItemId: cursor.itemId,
  };
  const { levels: found } = await findLevels(current, {
    userIds: [userId],
    limit: PAGE_SIZE + 1,
    includeStats: true,
    ...aliasOptionsFor(current),
    ...bounds,
  });
  const { shown, last } = cutPage(found, PAGE_SIZE);
  return {
    levels: shown.map(toLevelCard),
    next: last && `?after=${writeCursor(last, 'createdAt')}`,
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
