import { profilePath } from '#app/aliases/alias.ts';
import { setAlias } from '#app/aliases/aliases.server.ts';
import { namedRule } from '#app/aliases/naming/lookup.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { createSignIn } from '#app/dev/sign-in.server.ts';
import { systemCurrent } from '#app/door/parts.server.ts';
import { guestExportLink } from '#app/exports/by-mail/asking.server.ts';
import { toOwner } from '#app/exports/exports.server.ts';
import { createPlaylist } from '#app/levelhead/playlists/own-playlists.server.ts';
import { makeCodes } from '#app/perks/codes/codes.server.ts';
import { giveToPeople } from '#app/perks/giving/holders.server.ts';
import { addRule } from '#app/perks/giving/rules.server.ts';
import { addKeys } from '#app/perks/keys.server.ts';
import { createPerk } from '#app/perks/perks.server.ts';
import { NewShortlink } from '#app/shortlinks/shortlink.ts';
import { createShortlink } from '#app/shortlinks/shortlinks.server.ts';
import { sql } from '#lib/database/sql.server.ts';

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

/** Of levels, with a page to share. */
const BUILDER = 'Dungeon Keeper';

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
    ...ITEM_NAMES,
    'screens',
    'Hats',
    BUILDER,
    ...SLUGS,
    ...players.map(({ alias }) => alias),
    ...levels.flatMap(({ title, levelId }) => [title, levelId]),
    ...playlists.flatMap(({ name, note, playlistId }) => [name, note, playlistId]),
  ];
  const system = systemCurrent(site.parts);
  const player = { ...system, actor: { ...system.actor, userId: CAST.player.userId } };
  await setAlias(system, 'rumpus', 'vfhy42', BUILDER);
  const own = await createPlaylist(player, { name: 'Mine', note: '' });
  await seedPerk(system);
  const [item, trashed] = await seedItems(site);
  await seedShortlinks(system);
  const guests = await seedExports(system);
  const ticket = new URL((await createSignIn(system, 'player')).url).pathname;
  const addressOf = ({ address }: Screen) =>
    address
      .replace('/dev/sign-in/{ticket}', ticket)
      .replace('{crate}', 'screens')
      .replace('{perk}', 'screens')
      .replace(/\{(locked|ended)\}/, '$1')
      .replace('/players/{builder}', profilePath(BUILDER))
      .replace('{playlist}', playlist)
      .replace('{own}', own)
      .replace('{item}', item)
      .replace('{trashed}', trashed)
      .replace('{guest}', guests.ready)
      .replace('{lateGuest}', guests.late)
      .replace('{waitingGuest}', guests.waiting)
      .replace('{runningGuest}', guests.running);
  return { ticket, addressOf, names };
}

/** In each state one of somebody else; the player has none. Returns the ends of links for who has no account. */
async function seedExports(system: Current): Promise<Record<'ready' | 'late' | 'waiting' | 'running', string>> {
  const rows = [
    { state: 'waiting', userId: null, email: 'waiting@screens.example' },
    { state: 'running', userId: null, email: 'running@screens.example' },
    { state: 'failed', userId: CAST.staff.userId },
    { state: 'expired', userId: CAST.admin.userId },
    { state: 'ready', userId: CAST.super.userId },
    { state: 'ready', userId: null, email: 'guest@screens.example' },
  ];
  const exportId = '01890000-0000-7000-8000-000000000011';
  for (const { state, userId, email = null } of rows) {
    const owner = userId === null ? toOwner({ email: email ?? '' }) : toOwner({ userId });
    const isReady = state === 'ready';
    await system.db.query(sql`
      insert into data_exports (owner, export_id, user_id, email, locale, state, asked_at, claimed_until, parts, parts_done,
        rows_done, expires_at, file_key, bytes)
      values (${owner}, ${exportId}, ${userId}, ${email}, 'en-US', ${state}, ${system.now()},
        ${state === 'running' ? 'infinity' : null}::timestamptz, 40, 12, 3456,
        ${isReady ? new Date(system.now().getTime() + 86_400_000) : null}, ${isReady ? 'none' : null}, 12345678)`);
  }
  const tokenOf = (id: string, name = 'guest') =>
    guestExportLink(system, toOwner({ email: `${name}@screens.example` }), id)
      .split('/')
      .at(-1) ?? '';
  return {
    ready: tokenOf(exportId),
    late: tokenOf('01890000-0000-7000-8000-000000000012'),
    waiting: tokenOf(exportId, 'waiting'),
    running: tokenOf(exportId, 'running'),
  };
}

/** One whose keys ran low, with a code, people and a rule. */
async function seedPerk(system: Current): Promise<void> {
  const admin = { ...system, actor: { ...system.actor, userId: CAST.admin.userId, provedAt: system.now() } };
  const times = { startsAt: null, endsAt: null };
  const fields = { name: 'Hats', about: 'For heads.', appId: null, perPerson: 2, most: 9, lowAt: 3, ...times };
  await createPerk(admin, { ...fields, perkId: 'screens', kind: 'key', details: { store: 'Steam' } });
  await addKeys(admin, 'screens', 'KEY-1\nKEY-2\nKEY-3');
  await makeCodes(admin, 'screens', { name: 'Fair', code: 'SCREENS', codes: 1, maxUses: 5, ...times });
  await giveToPeople(admin, 'screens', CAST.player.userId);
  const before = new Date('2020-01-01T00:00:00Z');
  await addRule(admin, [namedRule], 'screens', { rule: namedRule.name, about: '', before });
}

const SLUGS = ['locked', 'ended'] as const;

/** One that asks for a password and leads some elsewhere, and one that has ended. */
async function seedShortlinks(system: Current): Promise<void> {
  const target = 'https://www.example.com/';
  const rules = [{ target, devices: ['ios'], share: 50 }];
  const locked = {
    slug: 'locked',
    password: 'open sesame',
    tags: ['launch'],
    rules,
    maxVisits: 5,
    utm: { source: 'poster' },
  };
  for (const wanted of [locked, { slug: SLUGS[1], expiresAt: '2026-01-01T00:00:00Z' }])
    await createShortlink(system, NewShortlink.parse({ target, ...wanted }));
}

const ITEM_NAMES = ['a-garden', 'a-pond'] as const;

/** One with a version, stats and a record, and one in the trash. */
async function seedItems(site: TestSite): Promise<[item: string, trashed: string]> {
  const crate = await createCrate(site, 'screens', {
    ...OPEN_POLICY,
    history: ['staff'],
    protect: { featured: 'staff' },
    stats: { visits: {} },
  });
  const { itemId: item } = await createItem(site, crate, 'creator', { name: ITEM_NAMES[0] }, { monsters: ['Blorp'] });
  const send = (path: string, method: string, body?: object) =>
    site.ask('staff', `${crate}/items/${path}`, { method, body });
  await send(item, 'PUT', { monsters: ['Blorp', 'Snorkel'] });
  await send(`${item}/metadata`, 'PATCH', { tags: ['featured', 'unlisted'], note: 'For the front page.' });
  await send(`${item}/stats`, 'PATCH', { changeStats: { visits: 12 }, submitRecords: { Tallest: 3 } });
  const { itemId: trashed } = await createItem(site, crate, 'creator', { name: ITEM_NAMES[1] });
  await send(trashed, 'DELETE');
  return [item, trashed];
}
