import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { isItemId } from '#app/storage/item.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { EPISODE_ITEMS } from './episodes.server.ts';
import { noEpisode } from './problems.ts';

/** @param seconds 0 forgets it @throws Problem 401, 404 for an episode that the caller may not see */
export async function savePosition(current: Current, episodeId: string, seconds: number): Promise<void> {
  const userId = requireUser(current);
  if (!isItemId(episodeId) || (await EPISODE_ITEMS.find(current, episodeId)) === undefined)
    throw new Problem(noEpisode);
  if (seconds === 0) {
    await current.db.query(sql`
      delete from podcast_places where user_id = ${userId} and episode_id = ${episodeId}`);
    return;
  }
  await current.db.query(sql`
    insert into podcast_places (user_id, episode_id, seconds, at)
    values (${userId}, ${episodeId}, ${seconds}, ${current.now()})
    on conflict (user_id, episode_id) do update set seconds = excluded.seconds, at = excluded.at
    where podcast_places.at <= excluded.at`);
}

/** Where the actor has stopped; undefined for the beginning, and for a visitor. */
export async function findPosition({ db, actor }: Current, episodeId: string): Promise<number | undefined> {
  if (actor.userId === undefined) return undefined;
  const [row] = await db.query<Pick<Row<'podcast_places'>, 'seconds'>>(sql`
    select seconds from podcast_places where user_id = ${actor.userId} and episode_id = ${episodeId}`);
  return row?.seconds;
}

const KEPT_DAYS = 365;

export async function sweepPositions({ db, now }: Current): Promise<void> {
  const before = new Date(now().getTime() - KEPT_DAYS * 86_400_000);
  await db.query(sql`delete from podcast_places where at < ${before}`);
}
