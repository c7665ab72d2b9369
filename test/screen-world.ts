import { createSignIn } from '#app/dev/sign-in.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { createPlaylist } from '#app/levelhead/playlists/own-playlists.server.ts';

import { CAST } from './cast.ts';
import { seedSmallWorld } from './levelhead.ts';
import type { Screen } from './screens.ts';
import type { TestSite } from './site.ts';
import { OPEN_POLICY, createCrate, createItem } from './storage.ts';

export interface ScreenWorld {
  /** The path of a sign-in that development offers. */
  ticket: string;
  addressOf(screen: Screen): string;
  /** Of players, and of what they have made. */
  names: readonly string[];
}

export const SEEDED_POST = { title: 'A post', blurb: 'What it is about.', date: '2026-11-01T00:00:00Z' };

/** Makes all that the addresses of the screens name. */
export async function seedScreens(site: TestSite): Promise<ScreenWorld> {
  const crate = await createCrate(site, 'posts', { ...OPEN_POLICY, history: ['staff'] });
  await createItem(site, crate, 'creator', { name: 'a-post', map: SEEDED_POST });
  await createItem(site, crate, 'creator', { name: 'a-hidden-post', map: SEEDED_POST, tags: ['hidden'] });
  await createItem(site, crate, 'creator', { name: 'an-unlisted-post', map: SEEDED_POST, tags: ['unlisted'] });
  const releases = await createCrate(site, 'changelogs', { ...OPEN_POLICY, history: ['staff'] });
  await createItem(site, releases, 'creator', { tags: ['app:levelhead'], map: { version: '1.0.0' } }, '{"notes":[]}');
  const { players, levels, playlists } = await seedSmallWorld(site);
  const [{ playlistId: playlist } = { playlistId: '' }] = playlists;
  const names = [
    ...players.map(({ alias }) => alias),
    ...levels.flatMap(({ title, levelId }) => [title, levelId]),
    ...playlists.flatMap(({ name, note, playlistId }) => [name, note, playlistId]),
  ];
  const system = systemCurrent(site.parts);
  const player = { ...system, actor: { ...system.actor, userId: CAST.player.userId } };
  const own = await createPlaylist(player, { name: 'Mine', note: '' });
  const ticket = new URL((await createSignIn(system, 'player')).url).pathname;
  const addressOf = ({ address }: Screen) =>
    address.replace('/dev/sign-in/{ticket}', ticket).replace('{playlist}', playlist).replace('{own}', own);
  return { ticket, addressOf, names };
}
