import { createHash } from 'node:crypto';

import { findAliases } from '#app/aliases/aliases.server.ts';
import type { AliasOptions } from '#app/aliases/aliases.server.ts';
import type { Current } from '#app/current/current.server.ts';

import { DEFAULT_AVATAR } from './player.ts';
import type { LevelheadAlias } from './player.ts';
import { findAvatars } from './search/player-rows.server.ts';

export const CONTEXT = 'levelhead';

/** The names of players in the game with their pictures, by user id; there is one for every id that is asked for. */
export async function findNames(
  current: Current,
  userIds: readonly string[],
  options: AliasOptions = {},
): Promise<Map<string, LevelheadAlias>> {
  const [aliases, avatars] = await Promise.all([
    findAliases(current, CONTEXT, userIds, options),
    userIds.length === 0 ? new Map<string, string>() : findAvatars(current, userIds),
  ]);
  return new Map(
    aliases.map((alias) => [
      alias.userId,
      alias.anonymous
        ? { userId: alias.userId, anonymous: true }
        : { _id: aliasId(alias), ...alias, avatarId: avatars.get(alias.userId) || DEFAULT_AVATAR },
    ]),
  );
}

/** Tools know aliases by one as well; they have a user and a context here, and nothing goes on by it. */
function aliasId({ context, userId }: { context: string; userId: string }): string {
  return createHash('sha256').update(`${context} ${userId}`).digest('hex').slice(0, 24);
}
