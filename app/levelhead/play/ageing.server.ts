import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { getCrate } from '#app/storage/crates/crates.server.ts';
import type { Item } from '#app/storage/item.ts';
import { writeOwnStats } from '#app/storage/stats/own-stats.server.ts';
import type { BatchEntry } from '#app/storage/stats/stats.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';

import { CRATE } from '../level.ts';
import { ARCADE_ITEMS } from '../levels.server.ts';
import { computeFigures } from '../rules/figures.ts';
import { EXPOSURE_LOSS } from '../rules/tower.ts';
import { toDay } from './daily.server.ts';

const BATCH = 200;
const FIRST = '00000000-0000-0000-0000-000000000000';

/**
 * Lets all levels be a day older: what is in the Marketing Department is forgotten by and by, and the order of the Tower
 * makes room for what is new. Each level has its turn once a day, whoever runs this and wherever it is killed: how far the day
 * has come is written with each batch. Needs super. @returns how many had their turn here  @throws Problem 401 or 403
 */
export async function ageLevels(current: Current): Promise<number> {
  requireRole(current, 'super');
  const day = toDay(current.now());
  let aged = 0;
  for (let count = BATCH; count === BATCH; aged += count) {
    count = await inTransaction(current, (current) => ageBatch(current, day));
  }
  return aged;
}

async function ageBatch(current: Current, day: string): Promise<number> {
  await current.db.query(sql`
    insert into levelhead_rounds (crate_id, name, day) values (${CRATE}, 'age', ${day}::date) on conflict do nothing`);
  const [round] = await current.db.query<Pick<Row<'levelhead_rounds'>, 'last_item' | 'finished_at'>>(sql`
    select last_item, finished_at from levelhead_rounds
    where crate_id = ${CRATE} and name = 'age' and day = ${day}::date for update`);
  if (round === undefined || round.finished_at !== null) return 0;
  const rows = await current.db.query<Pick<Row<'levelhead_levels'>, 'item_id'>>(sql`
    select item_id from levelhead_levels where crate_id = ${CRATE} and item_id > ${round.last_item ?? FIRST}::uuid
    order by item_id limit ${BATCH}::int`);
  const ids = rows.map((row) => row.item_id);
  if (ids.length > 0) await ageItems(current, ids);
  await current.db.query(sql`
    update levelhead_rounds set last_item = coalesce(${ids.at(-1) ?? null}::uuid, last_item),
      finished_at = case when ${ids.length < BATCH}::boolean then ${current.now()}::timestamptz end
    where crate_id = ${CRATE} and name = 'age' and day = ${day}::date`);
  return ids.length;
}

async function ageItems(current: Current, itemIds: readonly string[]): Promise<void> {
  const items = [...(await ARCADE_ITEMS.bodies(current, itemIds)).values()];
  const entries = items.flatMap(({ item }) => agedEntries(item));
  await writeOwnStats(current, await getCrate(current, CRATE), [{ current, entries }]);
}

/** Only what has changed; exposure is taken off and not set, so that what is spent meanwhile stays. */
function agedEntries({ itemId, stats, tags, createdAgo }: Item): BatchEntry[] {
  const { HiddenGem = 0 } = computeFigures(stats, createdAgo);
  const loss = tags.includes('marketing') ? Math.floor((stats.ExposureBucks ?? 0) * EXPOSURE_LOSS) : 0;
  if (HiddenGem === stats.HiddenGem && loss === 0) return [];
  return [{ itemId, setStats: { HiddenGem }, ...(loss > 0 && { changeStats: { ExposureBucks: -loss } }) }];
}
