import { findAliases } from '#app/aliases/aliases.server.ts';
import { DEFAULT_CONTEXT } from '#app/aliases/alias.ts';
import type { Current } from '#app/current/current.server.ts';

/** What staff are called, by their ids. */
export async function findNames(current: Current, userIds: readonly string[]): Promise<Map<string, string>> {
  const aliases = await findAliases(current, DEFAULT_CONTEXT, [...new Set(userIds)]);
  return new Map(aliases.map(({ userId, alias }) => [userId, alias ?? `@${userId}`]));
}
