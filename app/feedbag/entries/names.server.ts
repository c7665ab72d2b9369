import { DEFAULT_CONTEXT } from '#app/aliases/alias.ts';
import { findAliases } from '#app/aliases/aliases.server.ts';
import type { Current } from '#app/current/current.server.ts';

/** Without a name of their own, an account is known by its id. */
export async function findNames(
  current: Current,
  userIds: readonly string[],
): Promise<(userId: string | undefined) => string | undefined> {
  const aliases = await findAliases(current, DEFAULT_CONTEXT, userIds);
  const names = new Map(aliases.map(({ userId, alias }) => [userId, alias ?? `@${userId}`]));
  return (userId) => (userId === undefined ? undefined : names.get(userId));
}
