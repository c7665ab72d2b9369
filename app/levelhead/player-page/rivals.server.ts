import type { Current } from '#app/current/current.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { toLevelCard } from '../level-card.ts';
import type { LevelCard } from '../level-card.ts';
import { CRATE } from '../level.ts';
import { findLevels } from '../levels.server.ts';
import { findPlayers } from '../players.server.ts';
import { existingLevels } from '../search/level-rows.server.ts';
import { findPlayerRows } from '../search/player-rows.server.ts';
import { toPlayerSheet } from './player-sheet.ts';
import type { PlayerSheet } from './player-sheet.ts';
import { aliasOptionsFor } from './player-sheets.server.ts';
import { readRivalStat } from './rival.ts';
import type { RivalPage } from './rival.ts';

/** On either side. */
const NEIGHBOURS = 3;

/** Who is next to a player in a figure that the address chooses, and whom they meet on leaderboards. */
export async function findRivals(current: Current, player: PlayerSheet, { searchParams }: URL): Promise<RivalPage> {
  const stat = readRivalStat(searchParams.get('rivals'));
  const value = player.stats[stat] ?? 0;
  const from = { limit: NEIGHBOURS, tiebreakerItemId: player.itemId };
  const [ahead, behind, met] = await Promise.all([
    findPlayerRows(current, { ...from, sort: `-${stat}`, [`min${stat}`]: value }),
    findPlayerRows(current, { ...from, sort: stat, [`max${stat}`]: value }),
    findMet(current, player.userId),
  ]);
  const userIds = [...new Set([...ahead, ...behind, ...met].map((row) => row.user_id))];
  const sheets = await findSheets(current, userIds);
  const listSheets = (rows: readonly { user_id: string }[]) => rows.flatMap((row) => sheets.get(row.user_id) ?? []);
  return {
    stat,
    ahead: listSheets(ahead.toReversed()),
    behind: listSheets(behind),
    met: met.flatMap(({ user_id: rivalId, boards }) =>
      listSheets([{ user_id: rivalId }]).map((player) => ({ player, boards })),
    ),
  };
}

async function findSheets(current: Current, userIds: string[]): Promise<Map<string, PlayerSheet>> {
  if (userIds.length === 0) return new Map();
  const { players } = await findPlayers(current, { userIds, limit: userIds.length, ...aliasOptionsFor(current) });
  return new Map(players.map((player) => [player.userId, toPlayerSheet(player)]));
}

const BOARDS = 100;
const HOLDERS = 50;
const MAX_RIVALS = 5;

type MetRow = Pick<Row<'levelhead_records'>, 'user_id'> & { boards: number };

/** Of the latest records of a player, those who hold one on the same board, the most boards first. */
async function findMet(current: Current, userId: string): Promise<MetRow[]> {
  return current.db.query<MetRow>(sql`
    select other.user_id, count(*)::int as boards from (
      select item_id, name from levelhead_records where crate_id = ${CRATE} and user_id = ${userId}
      order by updated_at desc limit ${BOARDS}::int) mine
    cross join lateral (select r.user_id from levelhead_records r where r.crate_id = ${CRATE}
      and r.item_id = mine.item_id and r.name = mine.name and r.user_id <> ${userId} limit ${HOLDERS}::int) other
    group by other.user_id order by boards desc, other.user_id limit ${MAX_RIVALS}::int`);
}

const LATEST = 64;
const LIKE_THEIRS = 3;

/** The best of the Tower by others with the tags that a player builds with most; of one tag where two have too few. */
export async function findLevelsLikeTheirs(current: Current, userId: string): Promise<LevelCard[]> {
  const rows = await current.db.query<{ tag: string }>(sql`
    select tag from (select tags from ${existingLevels(current.now())} l where crate_id = ${CRATE} and user_id = ${userId}
      order by created_at desc limit ${LATEST}::int) made cross join unnest(made.tags) tag
    where starts_with(tag, 'ltag_') group by tag order by count(*) desc, tag limit 2`);
  for (let tags = rows.map(({ tag }) => tag); tags.length > 0; tags = tags.slice(0, -1)) {
    const query = { tags, tower: true, sort: 'HiddenGem', limit: LIKE_THEIRS * 4, includeStats: true };
    const { levels } = await findLevels(current, { ...query, ...aliasOptionsFor(current) });
    const others = levels.filter((level) => level.userId !== userId).slice(0, LIKE_THEIRS);
    if (others.length === LIKE_THEIRS || tags.length === 1) return others.map(toLevelCard);
  }
  return [];
}
