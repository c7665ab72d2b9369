import type { Current } from '#app/current/current.server.ts';
import { Problem } from '#lib/problem.ts';

import type { Level } from '../level.ts';
import { LevelId } from '../level.ts';
import { levelCardOf, namedPlayer } from '../level-card.ts';
import { findLevels } from '../levels.server.ts';
import { noLevel } from '../problems.ts';
import type { HeldRecord, LevelSheet } from './level-sheet.ts';

/** An unlisted level shows to whoever has its id. @throws Problem 404 */
export async function getLevelSheet(current: Current, levelId: string): Promise<LevelSheet> {
  if (!LevelId.safeParse(levelId).success) throw new Problem(noLevel);
  const { userId } = current.actor;
  const {
    levels: [level],
  } = await findLevels(current, {
    ...{ levelIds: [levelId], limit: 1, includeStats: true, includeRecords: true, includeAliases: true },
    includeMyInteractions: userId !== undefined,
    // Those who are not signed in see the names that nobody minds.
    onlySafe: userId === undefined,
  });
  if (level === undefined) throw new Problem(noLevel);
  return sheetOf(level);
}

function sheetOf(level: Level): LevelSheet {
  const { stats = {}, records = {}, tags, tagNames, tower, marketing, unlisted } = level;
  const { requiredPlayers, gameVersion, creatorTime } = level;
  return {
    ...levelCardOf(level),
    ...{ stats, requiredPlayers, gameVersion, creatorTime },
    records: { HighScore: heldRecords(records.HighScore), FastestTime: heldRecords(records.FastestTime) },
    tags: tags.map((tag, at) => ({ tag, name: tagNames[at] ?? tag })),
    place: tower ? 'tower' : marketing ? 'marketing' : 'elsewhere',
    isUnlisted: unlisted === true,
  };
}

function heldRecords(records: NonNullable<Level['records']>[string] = []): HeldRecord[] {
  return records.map(({ userId, value, createdAt, alias }) => ({
    value,
    createdAt,
    holder: namedPlayer(userId, alias),
  }));
}
