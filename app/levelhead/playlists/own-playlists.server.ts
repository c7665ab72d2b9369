import { randomInt } from 'node:crypto';

import { findRudeWords } from '#app/aliases/rules/rude.server.ts';
import { inTransaction } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { refuse, requireUser } from '#app/current/permission.ts';
import { undeleteItem } from '#app/storage/history/trash.server.ts';
import type { ItemWithBody } from '#app/storage/items.server.ts';
import { changedMeanwhile } from '#app/storage/problems.ts';
import { jsonBody } from '#app/storage/writes/bodies.server.ts';
import { deleteItem } from '#app/storage/writes/deletes.server.ts';
import { patchMetadata } from '#app/storage/writes/updates.server.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem, isProblem } from '#lib/problem.ts';

import { getPlaylist, getPlaylistItem, playlistName, toPlaylist } from '../calendar.server.ts';
import type { Playlist } from '../calendar.ts';
import { CRATE } from '../level.ts';
import { ARCADE_ITEMS } from '../levels.server.ts';
import { listFull, noLevel, rudeWords } from '../problems.ts';
import { findLevelItems } from '../search/level-rows.server.ts';
import { notifyOfPlaylistChange } from './playlist-updates.server.ts';
import { MAX_PLAYLISTS, MAX_PLAYLIST_LEVELS } from './playlist.ts';
import type { PlaylistWords } from './playlist.ts';

/** The latest first. @throws Problem 401 or 403 without a user */
export async function findOwnPlaylists(current: Current): Promise<Playlist[]> {
  const ids = await findOwnItemIds(current, requireUser(current));
  return [...(await ARCADE_ITEMS.bodies(current, ids)).values()].map(toPlaylist);
}

/** @returns its id @throws Problem 400 for rude words, 401 or 403 without a user, 409 for one too many */
export async function createPlaylist(
  current: Current,
  { name, note }: PlaylistWords,
  { levelIds = [], forkOf }: { levelIds?: readonly string[]; forkOf?: string } = {},
): Promise<string> {
  const userId = requireUser(current);
  refuseRudeWords({ name, note });
  const playlistId = newPlaylistId();
  const map = { name, ...(note !== '' && { note }), ...(forkOf !== undefined && { forkOf }) };
  await inTransaction(asKeeper(current), async (keeper) => {
    await keeper.db.query(
      sql`select pg_advisory_xact_lock(hashtextextended('levelhead playlists of ' || ${userId}::text, 0))`,
    );
    if ((await findOwnItemIds(keeper, userId)).length >= MAX_PLAYLISTS) throw new Problem(listFull);
    const parameters = { name: playlistName(playlistId), tags: ['playlist'], collaborators: [userId], map };
    await ARCADE_ITEMS.create(keeper, parameters, jsonBody({ levelIds }));
  });
  return playlistId;
}

/** A copy of somebody’s as one’s own, with the way back. @returns its id @throws Problem 401, 403, 404, 409 */
export async function forkPlaylist(current: Current, playlistId: string): Promise<string> {
  requireUser(current);
  const { name, note = '', levelIds } = await getPlaylist(current, playlistId);
  return createPlaylist(
    current,
    { name, note },
    { levelIds: levelIds.slice(0, MAX_PLAYLIST_LEVELS), forkOf: playlistId },
  );
}

/** @throws Problem 401, 403 for somebody else’s, 404 */
export async function getOwnPlaylist(current: Current, playlistId: string): Promise<ItemWithBody> {
  const userId = requireUser(current);
  const found = await getPlaylistItem(current, playlistId);
  if (found.item.userId !== userId) refuse(current);
  return found;
}

/** @throws Problem as `getOwnPlaylist`, 400 for rude words */
export async function describePlaylist(
  current: Current,
  playlistId: string,
  { name, note }: PlaylistWords,
): Promise<void> {
  const { item } = await getOwnPlaylist(current, playlistId);
  refuseRudeWords({ name, note });
  await patchMetadata(asKeeper(current), CRATE, item.itemId, { map: { name, note: note === '' ? null : note } }, {});
}

/** One that is in it stays where it is. @param at before which one; by default the end @throws Problem as `getOwnPlaylist`, 409 */
export async function addPlaylistLevel(
  current: Current,
  playlistId: string,
  levelId: string,
  at = MAX_PLAYLIST_LEVELS,
): Promise<void> {
  requireUser(current);
  const known = await findLevelItems(current, [levelId]);
  if (!known.has(levelId)) throw new Problem(noLevel);
  await changeLevels(current, playlistId, (levelIds) => {
    if (levelIds.includes(levelId)) return levelIds;
    if (levelIds.length >= MAX_PLAYLIST_LEVELS) throw new Problem(listFull);
    return levelIds.toSpliced(at, 0, levelId);
  });
}

/** @returns where it stood, counted from 0; -1 for one that was not there @throws Problem as `getOwnPlaylist` */
export async function removePlaylistLevel(current: Current, playlistId: string, levelId: string): Promise<number> {
  let at = -1;
  await changeLevels(current, playlistId, (levelIds) => {
    at = levelIds.indexOf(levelId);
    return levelIds.filter((one) => one !== levelId);
  });
  return at;
}

/** By one place, as far as there is one. @throws Problem as `getOwnPlaylist` */
export async function movePlaylistLevel(
  current: Current,
  playlistId: string,
  levelId: string,
  step: -1 | 1,
): Promise<void> {
  await changeLevels(current, playlistId, (levelIds) => {
    const at = levelIds.indexOf(levelId);
    const to = Math.max(0, at + step);
    return at === -1 ? levelIds : levelIds.toSpliced(at, 1).toSpliced(to, 0, levelId);
  });
}

/** @returns its item, for `restorePlaylist` @throws Problem as `getOwnPlaylist` */
export async function deletePlaylist(current: Current, playlistId: string): Promise<string> {
  const { item } = await getOwnPlaylist(current, playlistId);
  await deleteItem(asKeeper(current), CRATE, item.itemId, {}, false);
  return item.itemId;
}

/** Out of the trash, for whoever had put it there. @throws Problem 401, 403 for somebody else’s, 404 */
export async function restorePlaylist(current: Current, itemId: string): Promise<void> {
  const userId = requireUser(current);
  await inTransaction(asKeeper(current), async (keeper) => {
    const item = await undeleteItem(keeper, CRATE, itemId);
    if (item.userId !== userId || !item.tags.includes('playlist')) refuse(current);
  });
}

/** Nobody looks over playlists, so that what a moderator would have to see of a player's name is refused here. */
function refuseRudeWords(words: PlaylistWords): void {
  const rude = Object.entries(words).filter(([, text]) => findRudeWords(text).length > 0);
  if (rude.length === 0) return;
  throw new Problem(rudeWords, { fields: Object.fromEntries(rude.map(([field]) => [field, rudeWords.message])) });
}

const ATTEMPTS = 4;

async function changeLevels(
  current: Current,
  playlistId: string,
  change: (levelIds: readonly string[]) => readonly string[],
): Promise<void> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const found = await getOwnPlaylist(current, playlistId);
    const { item } = found;
    const playlist = toPlaylist(found);
    const levelIds = change(playlist.levelIds);
    try {
      await inTransaction(asKeeper(current), async (keeper) => {
        await ARCADE_ITEMS.save(keeper, item.itemId, {}, jsonBody({ levelIds }), item.etag);
        await notifyOfPlaylistChange(keeper, playlist, levelIds);
      });
      return;
    } catch (problem) {
      const isOutdated = isProblem(problem, changedMeanwhile);
      if (!isOutdated || attempt === ATTEMPTS) throw problem;
    }
  }
}

async function findOwnItemIds(current: Current, userId: string): Promise<string[]> {
  const { items } = await ARCADE_ITEMS.page(current, {
    userIds: [userId],
    tags: { included: ['playlist'] },
    limit: MAX_PLAYLISTS,
    sort: { field: 'updatedAt', ascending: false },
  });
  return items.map(({ itemId }) => itemId);
}

/** Players write nothing into the crate: the deeds above decide on their playlists, and write as the studio. */
function asKeeper(current: Current) {
  return { ...current, actor: { ...current.actor, role: 'staff' as const } };
}

const CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

function newPlaylistId(): string {
  return Array.from({ length: 7 }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join('');
}
