import { findProfilePaths } from '#app/accounts/profile-owners.server.ts';
import { showsLevels } from '#app/accounts/settings/settings.server.ts';
import { findChosen } from '#app/choices/choices.server.ts';
import type { Current } from '#app/current/current.server.ts';

/** The page about a player as a member of this site, where they show their levels on it. */
export async function findPlayerProfile(current: Current, userId: string): Promise<string | undefined> {
  const [paths, chosen] = await Promise.all([findProfilePaths(current, [userId]), findChosen(current.db, userId)]);
  return (chosen.get(showsLevels.name) ?? showsLevels.fallback) === 'yes' ? paths.get(userId) : undefined;
}
