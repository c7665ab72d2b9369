import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import type { SitemapEntry } from '#lib/sitemap/sitemap.ts';

import { findFollowed, interactingUser } from './interactions.server.ts';
import { ARCADE_ITEMS } from './levels.server.ts';
import { findNames } from './names.server.ts';
import type { Player } from './player.ts';
import { cutRows } from './search/ordered-page.server.ts';
import type { LastRow } from './search/ordered-page.server.ts';
import { PLAYER_STATS, PlayerQuery } from './search/player-query.ts';
import { findPlayerRows } from './search/player-rows.server.ts';
import { toRowId } from './search/row-id.ts';

/** Tools take these for numbers: some go on with the value of the last player, some have types without an absent one. */
const NUMBERS = [...PLAYER_STATS, 'NumFollowing', 'PerkPoints', 'CampaignProg', 'TimeTrophies'];
const NONE = Object.fromEntries(NUMBERS.map((name) => [name, 0]));

/** @throws Problem 401 for `@me` without a user, 403 for a key that does not permit it or one's own interactions, 503 for a search that takes too long */
export async function findPlayers(current: Current, query: PlayerQuery): Promise<PlayerPage> {
  const { includeAliases, includeMyInteractions, onlySafe, maxReports } = query;
  const asker = interactingUser(current, includeMyInteractions);
  const userIds = query.userIds?.map((id) => (id === '@me' ? requireUser(current) : id));
  const found = await findPlayerRows(current, { ...query, userIds, limit: query.limit + 1 });
  const { rows, last } = cutRows(found, query.limit);
  if (rows.length === 0) return { players: [], last: undefined };
  const items = await ARCADE_ITEMS.bodies(
    current,
    rows.map((row) => row.item_id),
  );
  const ids = rows.map((row) => row.user_id);
  const [names, followed] = await Promise.all([
    includeAliases ? findNames(current, ids, { onlySafe, maxReports }) : undefined,
    asker === undefined ? undefined : findFollowed(current, asker, ids),
  ]);
  const players = rows.flatMap((row) => {
    const item = items.get(row.item_id)?.item;
    if (item === undefined) return [];
    const player: Player = {
      _id: toRowId(item.itemId),
      userId: row.user_id,
      stats: { ...NONE, ...item.stats },
      createdAt: item.createdAt,
      updatedAt: row.updated_at.toISOString(),
      alias: names?.get(row.user_id),
      ...(followed && { interactions: { following: followed.has(row.user_id) } }),
    };
    return [player];
  });
  return { players, last };
}

interface PlayerPage {
  readonly players: Player[];
  readonly last: LastRow | undefined;
}

const MAX_LISTED = 2000;

export async function* sitemapPlayers(current: Current): AsyncGenerator<SitemapEntry> {
  yield { path: '/games/levelhead/players' };
  const query = { ...PlayerQuery.parse({ sort: 'Subscribers', minPublished: '1' }), limit: MAX_LISTED };
  for (const row of await findPlayerRows(current, query)) {
    yield { path: `/games/levelhead/players/${row.user_id}`, lastmod: row.updated_at };
  }
}
