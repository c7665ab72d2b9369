import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { getCrate } from '#app/storage/crates/crates.server.ts';
import type { Item } from '#app/storage/item.ts';
import { nameTaken } from '#app/storage/problems.ts';
import { writeOwnStats } from '#app/storage/stats/own-stats.server.ts';
import { jsonBody } from '#app/storage/writes/bodies.server.ts';
import { updateMetadata } from '#app/storage/writes/updates.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem, isProblem } from '#lib/problem.ts';

import { trialName } from './calendar.server.ts';
import { CRATE } from './level.ts';
import { ARCADE_ITEMS, parseJsonBody } from './levels.server.ts';
import { TRIAL_LEVELS, timeTrophyGoal } from './rules/tower.ts';
import { LevelQuery } from './search/level-query.ts';
import { findLevelRows } from './search/level-rows.server.ts';
import { WorldChance } from './world/chance.ts';

const DAY_MS = 86_400_000;

/**
 * Makes the tower trial of today out of the best levels of the Tower that were in none; the name of its item lets there be one.
 * Needs super. @returns whether it made it: there may be one already, or too few levels  @throws Problem 401 or 403
 */
export async function makeTrial(current: Current): Promise<boolean> {
  requireRole(current, 'super');
  const today = new Date(Math.floor(current.now().getTime() / DAY_MS) * DAY_MS);
  const wanted = LevelQuery.parse({ tower: 'true', sort: 'HiddenGem', limit: '128' });
  const rows = await findLevelRows(current, { ...wanted, excludeTags: ['tower-trial'] });
  const chosen = new WorldChance(today.getTime() / DAY_MS).pickSome(rows, TRIAL_LEVELS);
  if (chosen.length < TRIAL_LEVELS) return false;
  const itemIds = chosen.map((row) => row.item_id).toSorted();
  const levels = [...(await ARCADE_ITEMS.bodies(current, itemIds, { hasRecords: true })).values()];
  const goal = timeTrophyGoal(levels.map(({ item }) => item.records.FastestTime?.[0]?.value));
  const body = { levelIds: chosen.map((row) => row.level_id), timeTrophyGoal: goal };
  const owner = levels[0]?.item.userId ?? '';
  const parameters = { name: trialName(today), tags: ['trial'], collaborators: [owner], createdAt: today };
  try {
    await inTransaction(current, async (current) => {
      await ARCADE_ITEMS.create(current, parameters, jsonBody(body));
      for (const { item } of levels) {
        const tags = [...item.tags, 'tower-trial'];
        await updateMetadata(current, CRATE, item.itemId, { tags }, { ifMatch: [item.etag] });
      }
    });
    return true;
  } catch (problem) {
    if (isProblem(problem, nameTaken)) return false;
    throw problem;
  }
}

/** Trophies once, in the transaction that closes a trial. Needs super. @returns how many @throws Problem 401 or 403 */
export async function closeTrials(current: Current): Promise<number> {
  requireRole(current, 'super');
  const today = new Date(Math.floor(current.now().getTime() / DAY_MS) * DAY_MS);
  const { items } = await ARCADE_ITEMS.page(current, {
    tags: { included: ['trial'], excluded: ['closed'] },
    limit: 32,
    dates: [{ field: 'createdAt', operator: '<', at: today }],
  });
  const open = await ARCADE_ITEMS.bodies(
    current,
    items.map(({ itemId }) => itemId),
  );
  let closed = 0;
  for (const { item, body } of open.values()) {
    const { timeTrophyGoal: goal } = parseJsonBody(body.inline) as { timeTrophyGoal?: unknown };
    if (await closeTrial(current, item, typeof goal === 'number' ? goal : 0)) closed += 1;
  }
  return closed;
}

async function closeTrial(current: Current, { itemId, etag, tags }: Item, goal: number): Promise<boolean> {
  // A search may still find what another process has closed meanwhile: its tags are those of now.
  if (tags.includes('closed')) return false;
  try {
    await inTransaction(current, async (current) => {
      await updateMetadata(current, CRATE, itemId, { tags: [...tags, 'closed'] }, { ifMatch: [etag] });
      const winners = await current.db.query<Pick<Row<'levelhead_records'>, 'user_id'>>(sql`
        select user_id from levelhead_records
        where crate_id = ${CRATE} and item_id = ${itemId}::uuid and name = 'FastestTime' and value <= ${goal}::float8`);
      const changeStats = { TimeTrophies: 1, Trophies: 1 };
      const entries = winners.map((row) => ({ name: row.user_id, changeStats }));
      await writeOwnStats(current, await getCrate(current, CRATE), [{ current, entries }]);
    });
    return true;
  } catch (problem) {
    if (problem instanceof Problem && problem.status === 412) return false;
    throw problem;
  }
}
