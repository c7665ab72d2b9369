import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { findItemBodies } from '#app/storage/items.server.ts';
import { nameTaken } from '#app/storage/problems.ts';
import { createItem } from '#app/storage/writes/creates.server.ts';
import { updateMetadata } from '#app/storage/writes/updates.server.ts';
import { Problem } from '#lib/problem.ts';

import { trialName } from './calendar.server.ts';
import { CRATE } from './level.ts';
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
  const levels = await findItemBodies(
    current,
    CRATE,
    chosen.map((row) => row.item_id),
  );
  const goal = timeTrophyGoal(levels.map(({ item }) => item.records.FastestTime?.[0]?.value));
  const body = JSON.stringify({ levelIds: chosen.map((row) => row.level_id), timeTrophyGoal: goal });
  const owner = levels[0]?.item.userId ?? '';
  const parameters = { name: trialName(today), tags: ['trial'], collaborators: [owner], createdAt: today };
  try {
    await inTransaction(current, async (current) => {
      await createItem(current, CRATE, parameters, jsonRequest(body));
      for (const { item } of levels) {
        const tags = [...item.tags, 'tower-trial'];
        await updateMetadata(current, CRATE, item.itemId, { tags }, { ifMatch: [item.etag] });
      }
    });
    return true;
  } catch (problem) {
    if (problem instanceof Problem && problem.code === nameTaken.code) return false;
    throw problem;
  }
}

function jsonRequest(body: string): Request {
  const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
  return new Request('http://localhost/', { method: 'POST', body, headers });
}
