import type { Current } from '#app/current/current.server.ts';
import { getCrate } from '#app/storage/crates/crates.server.ts';
import { MAX_RANK, findRecordRanks } from '#app/storage/records.server.ts';
import { Problem } from '#lib/problem.ts';

import { toLevelCard, namedPlayer } from '../level-card.ts';
import type { Level } from '../level.ts';
import { CRATE, LevelId } from '../level.ts';
import { findLevels } from '../levels.server.ts';
import { findNames } from '../names.server.ts';
import { findBestRecords } from '../play/record-history.server.ts';
import type { BestRecord } from '../play/record-history.server.ts';
import { noLevel } from '../problems.ts';
import { findLevelItems } from '../search/level-rows.server.ts';
import type { HeldRecord, LevelSheet, RecordPeriod } from './level-sheet.ts';

/** An unlisted level shows to whoever has its id. @throws Problem 404 */
export async function getLevelSheet(current: Current, levelId: string): Promise<LevelSheet> {
  if (!LevelId.safeParse(levelId).success) throw new Problem(noLevel);
  const { userId } = current.actor;
  const {
    levels: [level],
  } = await findLevels(current, {
    levelIds: [levelId],
    limit: 1,
    includeStats: true,
    includeRecords: true,
    includeAliases: true,
    includeMyInteractions: userId !== undefined,
  });
  if (level === undefined) throw new Problem(noLevel);
  const itemId = (await findLevelItems(current, [levelId])).get(levelId);
  if (itemId === undefined) throw new Problem(noLevel);
  const [history, ownRanks] = await Promise.all([
    findHistory(current, itemId),
    userId === undefined ? {} : findOwnRanks(current, itemId, userId),
  ]);
  return { ...toSheet(level), history, ownRanks };
}

async function findOwnRanks(current: Current, itemId: string, userId: string): Promise<LevelSheet['ownRanks']> {
  const ranks = await findRecordRanks(current, await getCrate(current, CRATE), itemId, userId);
  return Object.fromEntries(ranks.map(({ name, value, rank }) => [name, { value, rank, isBeyond: rank > MAX_RANK }]));
}

const MAX_PERIODS = 12;

async function findHistory(current: Current, itemId: string): Promise<LevelSheet['history']> {
  const [scores, times] = await Promise.all([
    findBestRecords(current, itemId, 'HighScore'),
    findBestRecords(current, itemId, 'FastestTime'),
  ]);
  const [highest, fastest] = [scores.slice(0, MAX_PERIODS), times.slice(0, MAX_PERIODS)];
  const holders = [...new Set([...highest, ...fastest].map(({ userId }) => userId))];
  const names = await findNames(current, holders);
  const toPeriod = ({ userId, value, from, until }: BestRecord): RecordPeriod => ({
    holder: namedPlayer(userId, names.get(userId)),
    value,
    from: from.toISOString(),
    until: until?.toISOString(),
  });
  return { HighScore: highest.map(toPeriod).toReversed(), FastestTime: fastest.map(toPeriod).toReversed() };
}

function toSheet(level: Level): Omit<LevelSheet, 'history' | 'ownRanks'> {
  const { stats = {}, records = {}, tags, tagNames, tower, marketing, unlisted, interactions } = level;
  const { requiredPlayers, gameVersion, creatorTime } = level;
  return {
    ...toLevelCard(level),
    stats,
    requiredPlayers,
    gameVersion,
    creatorTime,
    records: { HighScore: heldRecords(records.HighScore), FastestTime: heldRecords(records.FastestTime) },
    tags: tags.map((tag, at) => ({ tag, name: tagNames[at] ?? tag })),
    place: tower ? 'tower' : marketing ? 'marketing' : 'elsewhere',
    isUnlisted: unlisted === true,
    isLiked: interactions?.liked === true,
  };
}

function heldRecords(records: NonNullable<Level['records']>[string] = []): HeldRecord[] {
  return records.map(({ userId, value, createdAt, alias }) => ({
    value,
    createdAt,
    holder: namedPlayer(userId, alias),
  }));
}
