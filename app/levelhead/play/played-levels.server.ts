import { recordAuditEntry } from '#app/audit/audit.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { jsonBody } from '#app/storage/writes/bodies.server.ts';
import type { Row } from '#database/rows.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { CRATE, LevelId } from '../level.ts';
import { ARCADE_ITEMS } from '../levels.server.ts';
import { noLevel } from '../problems.ts';
import { existingLevels } from '../search/level-rows.server.ts';
import { findPlayerItems } from '../search/player-rows.server.ts';
import { levelAudit } from './audit-kinds.server.ts';

type PlayedLevelRow = Row<'levelhead_levels'>;

export interface PlayedLevel {
  readonly itemId: PlayedLevelRow['item_id'];
  readonly levelId: PlayedLevelRow['level_id'];
  readonly creatorId: PlayedLevelRow['user_id'];
  readonly tags: Readonly<PlayedLevelRow['tags']>;
}

/** As it exists for everybody who has its id. @throws Problem 404 */
export async function getPlayedLevel(current: Current, levelId: string): Promise<PlayedLevel> {
  const [level] = !LevelId.safeParse(levelId).success
    ? []
    : await current.db.query<PlayedLevel & Pick<PlayedLevelRow, 'tags'>>(sql`
        select item_id as "itemId", level_id as "levelId", user_id as "creatorId", tags from ${existingLevels(current.now())} l
        where l.crate_id = ${CRATE} and level_id = ${levelId}`);
  if (level === undefined) throw new Problem(noLevel);
  return level;
}

/** Makes the items of those who never did anything in the game before. @param current of a transaction */
export async function keepPlayers(current: Current, userIds: readonly string[]): Promise<void> {
  if ((await findNew(current, userIds)).length === 0) return;
  // Of two that begin at once, the second finds what the first has made.
  await current.db.query(sql`select pg_advisory_xact_lock(hashtext('levelhead.players'))`);
  for (const userId of await findNew(current, userIds)) {
    const parameters = { name: userId, tags: ['player'], collaborators: [userId] };
    await ARCADE_ITEMS.create(current, parameters, jsonBody({}), writeOptionsFor(current));
  }
}

/** The key of a game’s server names the owner by its own right, staff by the deed’s. */
export function writeOptionsFor({ actor }: Current) {
  return { forOthers: actor.app === undefined };
}

type PlayAction = 'publish' | 'change' | 'delete' | 'attempt' | 'tip' | 'exposure';

/** Staff's are noted; a game's server tells hundreds a second. @param current of the deed's transaction */
export async function auditPlayAction(
  current: Current,
  deed: PlayAction,
  levelId: string,
  userId: string,
): Promise<void> {
  if (current.actor.app !== undefined) return;
  await recordAuditEntry(current, levelAudit.play, { target: `account/${userId}`, after: { deed, levelId } });
}

async function findNew(current: Current, userIds: readonly string[]): Promise<string[]> {
  const known = await findPlayerItems(current, userIds);
  return [...new Set(userIds)].filter((userId) => !known.has(userId)).toSorted();
}
