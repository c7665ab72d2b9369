import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import { findItemBodies } from '#app/storage/items.server.ts';

import { findFollowed } from './interactions.server.ts';
import { CRATE } from './level.ts';
import { findNames } from './names.server.ts';
import type { Player } from './player.ts';
import { lastRowOf } from './search/ordered-page.server.ts';
import type { LastRow } from './search/ordered-page.server.ts';
import { PLAYER_STATS } from './search/player-query.ts';
import type { PlayerQuery } from './search/player-query.ts';
import { findPlayerRows } from './search/player-rows.server.ts';

/** A tool goes on with the value of the last player, so that what may be sorted by is there even as 0. */
const NONE = Object.fromEntries(PLAYER_STATS.map((name) => [name, 0]));

/** @throws Problem 401 or 403 for `@me` and one's own interactions without a user, 503 for a search that takes too long */
export async function findPlayers(current: Current, query: PlayerQuery): Promise<PlayerPage> {
  const { includeAliases, includeMyInteractions, onlySafe, maxReports } = query;
  const asker = includeMyInteractions ? requireUser(current) : undefined;
  const userIds = query.userIds?.map((id) => (id === '@me' ? requireUser(current) : id));
  const rows = await findPlayerRows(current, { ...query, userIds });
  if (rows.length === 0) return { players: [], last: undefined };
  const found = await findItemBodies(
    current,
    CRATE,
    rows.map((row) => row.item_id),
  );
  const items = new Map(found.map(({ item }) => [item.itemId, item]));
  const ids = rows.map((row) => row.user_id);
  const [names, followed] = await Promise.all([
    includeAliases ? findNames(current, ids, { onlySafe, maxReports }) : undefined,
    asker === undefined ? undefined : findFollowed(current, asker, ids),
  ]);
  const players = rows.flatMap((row) => {
    const item = items.get(row.item_id);
    if (item === undefined) return [];
    const player: Player = {
      _id: item.itemId,
      userId: row.user_id,
      stats: { ...NONE, ...item.stats },
      createdAt: item.createdAt,
      updatedAt: row.updated_at.toISOString(),
      alias: names?.get(row.user_id),
      ...(followed && { interactions: followed.has(row.user_id) ? { following: true as const } : {} }),
    };
    return [player];
  });
  return { players, last: lastRowOf(rows, query.limit) };
}

export interface PlayerPage {
  readonly players: Player[];
  /** Where the next page starts; undefined on the last one. */
  readonly last: LastRow | undefined;
}
