import { noAccount } from '#app/accounts/problems.ts';
import { findProfileOwner } from '#app/accounts/profile-owners.server.ts';
import type { ProfileOwner } from '#app/accounts/profile-owners.server.ts';
import { readSettings } from '#app/accounts/settings/settings.server.ts';
import { profilePath } from '#app/aliases/alias.ts';
import { aliasKey } from '#app/aliases/rules/rules.ts';
import type { Current } from '#app/current/current.server.ts';
import { avatarPicture } from '#app/levelhead/card-subjects.server.ts';
import { findLikedLevels } from '#app/levelhead/liked-levels.server.ts';
import { findPlayerLevels, findPlayerSheet } from '#app/levelhead/player-page/player-sheets.server.ts';
import { DEFAULT_AVATAR } from '#app/levelhead/player.ts';
import { findShownBadges } from '#app/perks/own/own-perks.server.ts';
import { studio } from '#content/studio.ts';
import { Problem } from '#lib/problem.ts';

import type { Profile } from './profile.ts';

interface OpenedProfile {
  readonly profile: Profile;
  readonly userId: string;
}

/**
 * The same for everyone, its owner and staff too: what others see. By a safe name whose owner has an approved one, the path of
 * that. @throws Problem 404 for nobody, and while nobody acts as them
 */
export async function openProfile(
  current: Current,
  typed: string,
  { searchParams }: URL,
): Promise<OpenedProfile | { readonly path: string }> {
  const owner = await getOwner(current, typed);
  const { userId, alias, since } = owner;
  const path = profilePath(alias);
  if (aliasKey(alias) !== aliasKey(typed.trim())) return { path };
  const settings = await readSettings(current.db, userId);
  const [player, levels, likes, badges] = await Promise.all([
    settings.showsLevels ? findPlayerSheet(current, userId) : undefined,
    settings.showsLevels ? findPlayerLevels(current, userId, searchParams) : undefined,
    settings.showsLikes
      ? findLikedLevels(current, userId, searchParams.get('before') ?? undefined, { isOwn: false })
      : undefined,
    findShownBadges(current, userId),
  ]);
  const profile: Profile = {
    alias,
    path,
    since: since.toISOString(),
    avatarId: player?.avatarId ?? DEFAULT_AVATAR,
    player: player && {
      path: `/games/levelhead/players/${userId}`,
      name: player.name === alias ? undefined : player.name,
      stats: player.stats,
    },
    levels,
    likes: likes && { levels: likes.levels, next: likes.next && `?before=${likes.next}` },
    badges,
  };
  return { profile, userId };
}

/** @param id an alias @throws Problem 404 */
export async function profileCardSubject(current: Current, id: string) {
  const { userId, alias } = await getOwner(current, id);
  const { showsLevels } = await readSettings(current.db, userId);
  const player = showsLevels ? await findPlayerSheet(current, userId) : undefined;
  return { kicker: studio.name, title: alias, picture: avatarPicture(player?.avatarId ?? DEFAULT_AVATAR) };
}

async function getOwner(current: Current, typed: string): Promise<ProfileOwner> {
  const owner = await findProfileOwner(current, typed);
  if (owner === undefined) throw new Problem(noAccount);
  return owner;
}
