import type { Current } from '#app/current/current.server.ts';
import type { SubjectKind } from '#app/following/subject-kind.server.ts';
import { toSubject } from '#app/following/subject.ts';
import { describeEvents } from '#app/notifications/event-kind.server.ts';
import type { EventKind, OwnItemKind } from '#app/notifications/event-kind.server.ts';
import { notifyLater, withdrawLater } from '#app/notifications/events.server.ts';

import { findPlaylistItems, toPlaylist } from '../calendar.server.ts';
import type { Playlist } from '../calendar.ts';
import { findListedLevels, readLevelTitle } from '../event-kinds.server.ts';
import { ARCADE_ITEMS } from '../levels.server.ts';

export const playlistSubject: SubjectKind = {
  name: 'levelhead.playlist',
  describe: async (current, ids) => {
    const playlists = await findPlaylists(current, ids);
    return new Map([...playlists].map(([id, { name }]) => [id, { title: name, path: pathToPlaylist(id) }]));
  },
};

export const ownPlaylist: OwnItemKind = {
  name: playlistSubject.name,
  title: 'mailbox.own.playlist',
  findOwn: async (current, { userId }, ids) => {
    const playlists = [...(await findPlaylists(current, ids))].filter(([, playlist]) => playlist.userId === userId);
    return new Map(playlists.map(([id, { name }]) => [id, { title: name, path: pathToPlaylist(id) }]));
  },
};

interface AddedLevel {
  readonly playlistId: string;
  readonly levelId: string;
}

/** To who follows a playlist: a level that is in it for the first time. Those of one playlist are one notification. */
export const addedLevelEvent: EventKind<AddedLevel> = {
  id: 'levelhead.added',
  title: 'notify.playlists.title',
  about: 'notify.playlists.about',
  least: 'authenticated',
  mail: 'weekly',
  sample: { playlistId: '0hds26q', levelId: '0hds26q' },
  show: async (current, _reader, events) => {
    const [playlists, levels] = await Promise.all([
      findPlaylists(
        current,
        events.map(({ details }) => details.playlistId),
      ),
      findListedLevels(
        current,
        events.map(({ details }) => details.levelId),
      ),
    ]);
    return describeEvents(events, ({ playlistId, levelId }) => {
      const playlist = playlists.get(playlistId);
      const level = levels.get(levelId);
      if (level === undefined || playlist?.levelIds.includes(levelId) !== true) return undefined;
      const values = { name: playlist.name, title: readLevelTitle(level) };
      return { text: 'notify.playlists.added', values, path: pathToPlaylist(playlistId) };
    });
  },
};

async function findPlaylists(current: Current, ids: readonly string[]): Promise<Map<string, Playlist>> {
  const items = [...(await findPlaylistItems(current, [...new Set(ids)])).values()];
  const listed = items.flatMap(({ itemId, tags }) => (tags.includes('hidden') ? [] : [itemId]));
  const playlists = [...(await ARCADE_ITEMS.bodies(current, listed)).values()].map(toPlaylist);
  return new Map(playlists.map((playlist) => [playlist.playlistId, playlist]));
}

/** In the transaction that has changed it. @param before ids of its levels */
export async function notifyOfPlaylistChange(
  current: Current,
  { playlistId, userId, levelIds: before }: Playlist,
  after: readonly string[],
): Promise<void> {
  const toKey = (levelId: string) => `${playlistId} ${levelId}`;
  for (const levelId of after.filter((id) => !before.includes(id))) {
    await notifyLater(current, addedLevelEvent, {
      key: toKey(levelId),
      group: playlistId,
      details: { playlistId, levelId },
      causedBy: userId,
      subjects: [toSubject(playlistSubject.name, playlistId)],
    });
  }
  const gone = before.filter((id) => !after.includes(id));
  await withdrawLater(current, addedLevelEvent, gone.map(toKey));
}

function pathToPlaylist(playlistId: string): string {
  return `/games/levelhead/playlists/${playlistId}`;
}
