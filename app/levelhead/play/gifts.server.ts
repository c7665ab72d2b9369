import { requireActive } from '#app/accounts/accounts.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireGameServer } from '#app/current/permission.ts';
import { getCrate } from '#app/storage/crates/crates.server.ts';
import { getItem } from '#app/storage/items.server.ts';
import { writeOwnStats } from '#app/storage/stats/own-stats.server.ts';
import { retryAfterDeadlock } from '#lib/database/database.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';
import { uuidv7 } from '#lib/uuid.server.ts';

import { CRATE } from '../level.ts';
import { ARCADE_ITEMS } from '../levels.server.ts';
import { computeTipFigures } from '../rules/figures.ts';
import { findPlayerItems } from '../search/player-rows.server.ts';
import { countDaily, toDay } from './daily.server.ts';
import type { ExposedLevel, Exposure, Tip } from './gift.ts';
import { auditPlayAction, getPlayedLevel, keepPlayers } from './played-levels.server.ts';
import { notInMarketing, ownLevel } from './problems.ts';

/** Bucks for a creator. Needs a game's server or staff. @throws Problem 401, 403 also for a ban, 404, 400, 429 */
export async function tipLevel(current: Current, levelId: string, { userId, bucks }: Tip): Promise<ExposedLevel> {
  requireGameServer(current);
  await requireActive(current, userId);
  const tip = async (current: Current) => {
    const { itemId, creatorId } = await getPlayedLevel(current, levelId);
    if (creatorId === userId) throw new Problem(ownLevel);
    await keepPlayers(current, [userId, creatorId]);
    await expose(current, itemId, bucks);
    const crate = await getCrate(current, CRATE);
    const given = { name: userId, changeStats: { BucksTipped: bucks } };
    const gotten = { name: creatorId, changeStats: { TipsGotten: bucks } };
    await writeOwnStats(current, crate, [{ current, entries: [given, gotten] }]);
    const items = await findPlayerItems(current, [userId, creatorId]);
    const players = await ARCADE_ITEMS.bodies(current, [...items.values()]);
    const entries = [...players.values()].map(({ item }) => ({
      itemId: item.itemId,
      setStats: computeTipFigures(item.stats, item.createdAgo, item.name === userId ? 'given' : 'gotten'),
    }));
    await writeOwnStats(current, crate, [{ current, entries }]);
    const now = current.now();
    await current.db.query(sql`
      insert into levelhead_tips (crate_id, creator_user_id, tip_id, level_id, user_id, bucks, created_at)
      values (${CRATE}, ${creatorId}, ${uuidv7(now.getTime())}, ${levelId}, ${userId}, ${bucks}, ${now})`);
    const day = toDay(now);
    await countDaily(current, [
      { kind: 'level', id: levelId, day, tips: bucks, exposure: bucks },
      { kind: 'player', id: creatorId, day, tips: bucks },
      { kind: 'player', id: userId, day, tipped: bucks },
    ]);
    await auditPlayAction(current, 'tip', levelId, userId);
    return readExposure(current, itemId);
  };
  return retryAfterDeadlock(current.db, () => inTransaction(current, tip));
}

/** Bucks for more viewers. Needs a game's server or staff. @throws Problem 401, 403 also for a ban, 404, 409, 429 */
export async function exposeLevel(
  current: Current,
  levelId: string,
  { userId, bucks }: Exposure,
): Promise<ExposedLevel> {
  requireGameServer(current);
  await requireActive(current, userId);
  const spend = async (current: Current) => {
    const { itemId, tags } = await getPlayedLevel(current, levelId);
    if (!tags.includes('marketing')) throw new Problem(notInMarketing);
    await expose(current, itemId, bucks);
    const day = toDay(current.now());
    await countDaily(current, [
      { kind: 'level', id: levelId, day, exposure: bucks },
      { kind: 'player', id: userId, day, exposed: bucks },
    ]);
    await auditPlayAction(current, 'exposure', levelId, userId);
    return readExposure(current, itemId);
  };
  return retryAfterDeadlock(current.db, () => inTransaction(current, spend));
}

async function expose(current: Current, itemId: string, bucks: number): Promise<void> {
  const entries = [{ itemId, changeStats: { ExposureBucks: bucks } }];
  await writeOwnStats(current, await getCrate(current, CRATE), [{ current, entries }]);
}

async function readExposure(current: Current, itemId: string): Promise<ExposedLevel> {
  const { stats } = await getItem(current, CRATE, itemId);
  return { exposureBucks: stats.ExposureBucks ?? 0 };
}
