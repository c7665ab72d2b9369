import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { getCrate } from '#app/storage/crates/crates.server.ts';
import type { Item } from '#app/storage/item.ts';
import { writeOwnStats } from '#app/storage/stats/own-stats.server.ts';
import { updateMetadata } from '#app/storage/writes/updates.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { CRATE } from '../level.ts';
import { ARCADE_ITEMS } from '../levels.server.ts';
import { GRADUATION_BUCKS, measureGraduation } from '../rules/tower.ts';

const BATCH = 100;

/** Each once: tags change only if nobody has changed them. Needs super. @returns how many @throws Problem 401 or 403 */
export async function graduateLevels(current: Current): Promise<number> {
  requireRole(current, 'super');
  let graduated = 0;
  let after: CandidateRow | undefined;
  do {
    const candidates = await findCandidates(current, after);
    if (candidates.length === 0) break;
    const items = await ARCADE_ITEMS.bodies(
      current,
      candidates.map((row) => row.item_id),
    );
    for (const { item } of items.values()) {
      const isReady = measureGraduation(item.stats).every(({ isMet }) => isMet);
      if (isReady && (await graduate(current, item))) graduated += 1;
    }
    after = candidates.length === BATCH ? candidates.at(-1) : undefined;
  } while (after !== undefined);
  return graduated;
}

type CandidateRow = Pick<Row<'levelhead_levels'>, 'item_id' | 'exposure_bucks'>;

/** In the order of the index, which graduations only take rows from. */
function findCandidates(current: Current, after: CandidateRow | undefined): Promise<CandidateRow[]> {
  const [bucks, itemId] = [after?.exposure_bucks ?? GRADUATION_BUCKS, after?.item_id ?? FIRST];
  return current.db.query<CandidateRow>(sql`
    select item_id, exposure_bucks from levelhead_levels
    where crate_id = ${CRATE} and place = 'marketing' and (exposure_bucks, item_id) > (${bucks}::float8, ${itemId}::uuid)
    order by exposure_bucks, item_id limit ${BATCH}::int`);
}

const FIRST = '00000000-0000-0000-0000-000000000000';

async function graduate(current: Current, { itemId, etag, tags, userId }: Item): Promise<boolean> {
  // Another process may have graduated it since it was found: its tags are those of now.
  if (!tags.includes('marketing')) return false;
  const states = tags.filter((tag) => tag !== 'marketing');
  try {
    await inTransaction(current, async (current) => {
      const metadata = { tags: [...states, 'tower', 'graduated'] };
      await updateMetadata(current, CRATE, itemId, metadata, { ifMatch: [etag] });
      const entries = [{ name: userId, changeStats: { Graduated: 1 } }];
      await writeOwnStats(current, await getCrate(current, CRATE), [{ current, entries }]);
    });
    return true;
  } catch (problem) {
    // Its creator, or another process, was faster: the next run sees what it is by then.
    if (problem instanceof Problem && [404, 412].includes(problem.status)) return false;
    throw problem;
  }
}
