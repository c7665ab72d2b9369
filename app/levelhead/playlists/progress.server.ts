import type { Current } from '#app/current/current.server.ts';
import { findMemberships } from '#app/storage/sets/sets.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { readSigned, sign } from '#lib/signed.server.ts';

import { CRATE } from '../level.ts';
import { ARCADE_ITEMS } from '../levels.server.ts';

/** For the address that shows somebody’s progress: what a player has beaten is theirs to show. */
export function progressToken({ secret }: Current, playlistId: string, userId: string): string {
  return sign(userId, toPurpose(playlistId), secret);
}

/** Of whose progress an address tells; undefined for a token that nobody gave. */
export function readProgressToken({ secret }: Current, playlistId: string, token: string): string | undefined {
  return readSigned(token, toPurpose(playlistId), secret);
}

const toPurpose = (playlistId: string) => `levelhead progress ${playlistId}`;

/** How many of the levels a player has beaten who gave an address of `progressToken`. @param levelIds at most 128 */
export async function countBeaten(current: Current, userId: string, levelIds: readonly string[]): Promise<number> {
  if (levelIds.length === 0) return 0;
  const player = { ...current, actor: { ...current.actor, userId } };
  const beaten = await findMemberships(player, CRATE, { sets: ['completions'], owner: userId, members: levelIds });
  return beaten.size;
}

/** Fewer best times say too little. */
const FEW_TIMES = 5;
const MAX_TIMES = 60;

/** One’s latest best times as a share of what a win takes on average; undefined where there are too few. */
export async function findPace(current: Current, userId: string): Promise<number | undefined> {
  const rows = await current.db.query<Pick<Row<'levelhead_records'>, 'item_id' | 'value'>>(sql`
    select item_id, value from levelhead_records
    where crate_id = ${CRATE} and user_id = ${userId} and name = 'FastestTime' order by updated_at desc limit ${MAX_TIMES}::int`);
  if (rows.length < FEW_TIMES) return undefined;
  const levels = await ARCADE_ITEMS.bodies(
    current,
    rows.map((row) => row.item_id),
  );
  const averageFor = (itemId: string) => levels.get(itemId)?.item.stats.TimePerWin ?? 0;
  const timed = rows.filter((row) => averageFor(row.item_id) > 0);
  const average = timed.reduce((sum, row) => sum + averageFor(row.item_id), 0);
  return timed.length < FEW_TIMES ? undefined : timed.reduce((sum, row) => sum + row.value, 0) / average;
}
