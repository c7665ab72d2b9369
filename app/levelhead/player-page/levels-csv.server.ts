import type { Current } from '#app/current/current.server.ts';
import type { CsvLine } from '#lib/csv/csv.ts';
import { Problem } from '#lib/problem.ts';

import type { Level } from '../level.ts';
import { findLevels } from '../levels.server.ts';
import { PlayerId } from '../player.ts';
import { noPlayer } from '../problems.ts';
import { getPlayerSheet } from './player-sheets.server.ts';

const BATCH = 128;
/** More are too many for one answer; the API pages through all of them. */
const MAX_ROWS = 2048;

/** The levels of a player with their stats, the latest first, for a spreadsheet. @throws Problem 404 */
export async function exportLevels(current: Current, userId: string): Promise<CsvLine[]> {
  if (!PlayerId.safeParse(userId).success) throw new Problem(noPlayer);
  await getPlayerSheet(current, userId);
  const levels: Level[] = [];
  let bounds = {};
  while (levels.length < MAX_ROWS) {
    const page = await findLevels(current, { userIds: [userId], limit: BATCH, includeStats: true, ...bounds });
    levels.push(...page.levels);
    const { last } = page;
    if (last === undefined) break;
    bounds = { maxCreatedAt: new Date(last.value), tiebreakerItemId: last.itemId };
  }
  return [COLUMNS.map(([name]) => name), ...levels.map((level) => COLUMNS.map(([, of]) => of(level)))];
}

const STATS = [
  ...(['Attempts', 'Successes', 'ClearRate', 'Diamonds', 'Players', 'PlayTime', 'TimePerWin'] as const),
  ...(['Likes', 'Favorites', 'ReplayValue', 'HiddenGem', 'ExposureBucks'] as const),
];

const COLUMNS: readonly (readonly [string, (level: Level) => string | number])[] = [
  ['levelId', ({ levelId }) => levelId],
  ['title', ({ title }) => title],
  ['createdAt', ({ createdAt }) => createdAt],
  ['place', ({ tower, marketing }) => (tower ? 'tower' : marketing ? 'marketing' : '')],
  ['tags', ({ tags }) => tags.join(' ')],
  ['requiredPlayers', ({ requiredPlayers }) => requiredPlayers],
  ...STATS.map((name) => [name, ({ stats }: Level) => stats?.[name] ?? 0] as const),
];
