import { createHash } from 'node:crypto';

import { findMissingAccounts } from '#app/accounts/accounts.server.ts';
import { DEFAULT_CONTEXT } from '#app/aliases/alias.ts';
import type { Alias } from '#app/aliases/alias.ts';
import { findAliases } from '#app/aliases/aliases.server.ts';
import type { AliasOptions } from '#app/aliases/aliases.server.ts';
import type { Current } from '#app/current/current.server.ts';

import { DEFAULT_AVATAR } from './player.ts';
import type { LevelheadAlias } from './player.ts';
import { findAvatars } from './search/player-rows.server.ts';

export const CONTEXT = 'levelhead';

/**
 * The names of players in the game with their pictures, by user id; there is one for every id that is asked for. A
 * member who has none in the game is called as on this site; only who has left is anonymous.
 */
export async function findNames(
  current: Current,
  userIds: readonly string[],
  options: AliasOptions = {},
): Promise<Map<string, LevelheadAlias>> {
  const [aliases, avatars] = await Promise.all([
    findAliases(current, CONTEXT, userIds, options),
    userIds.length === 0 ? new Map<string, string>() : findAvatars(current, userIds),
  ]);
  const unnamed = aliases.flatMap(({ userId, anonymous }) => (anonymous === true ? [userId] : []));
  const members = await findMembers(current, unnamed, options);
  return new Map(
    aliases.map((named) => {
      const alias = members.get(named.userId) ?? named;
      const { userId, anonymous } = alias;
      return [
        userId,
        anonymous === true
          ? { userId, anonymous }
          : { _id: aliasId(alias), ...alias, avatarId: avatars.get(userId) || DEFAULT_AVATAR },
      ];
    }),
  );
}

async function findMembers(
  current: Current,
  userIds: readonly string[],
  options: AliasOptions,
): Promise<Map<string, Alias>> {
  if (userIds.length === 0) return new Map();
  const [aliases, missing] = await Promise.all([
    findAliases(current, DEFAULT_CONTEXT, userIds, options),
    findMissingAccounts(current.db, userIds),
  ]);
  const gone = new Set(missing);
  return new Map(
    aliases
      .filter(({ userId }) => !gone.has(userId))
      .map((alias) => [
        alias.userId,
        { ...alias, anonymous: undefined, context: alias.context.replace(DEFAULT_CONTEXT, CONTEXT) },
      ]),
  );
}

/** Tools know aliases by one as well; they have a user and a context here, and nothing goes on by it. */
function aliasId({ context, userId }: { context: string; userId: string }): string {
  return createHash('sha256').update(`${context} ${userId}`).digest('hex').slice(0, 24);
}
