import * as z from 'zod/mini';

import { ownAlias } from '#app/aliases/moderation/problems.ts';
import { noAlias } from '#app/aliases/problems.ts';
import { call } from '#app/current/call.ts';
import { badCredentials, keyMayNot } from '#app/current/problems.ts';
import { foreignCursor, noCrate, searchTooSlow } from '#app/storage/problems.ts';
import { setFull } from '#app/storage/sets/problems.ts';
import { Flag } from '#lib/calls/flag.ts';

import { BookmarkQuery } from './bookmark.ts';
import { DailyBuild, Playlist, TowerTrial, TrialQuery } from './calendar.ts';
import { Level, RecordName } from './level.ts';
import { LevelListQuery, LevelsListing, PlayerListQuery, PlayersListing } from './listing.ts';
import { LevelheadAlias, Player, PlayerId } from './player.ts';
import { foreignPage, noLevel, noPlayer, noPlaylist, notYourself } from './problems.ts';
import { RecentRecord, RecordQuery } from './record.ts';
import { LevelQuery } from './search/level-query.ts';
import { Amount, UserIds } from './search/parameters.ts';
import { PlayerQuery } from './search/player-query.ts';

const READ = 'rce-lh-read';
const BOOKMARKS = 'rce-lh-manage-bookmarks';
const FOLLOWING = 'rce-lh-manage-following';
const ASKER = [badCredentials, keyMayNot, noCrate];

const NEXT = { next: z.optional(z.string()) };

const levelParams = z.object({ levelId: z.string() });
const Who = z.string().check(z.regex(/^(?:@me|[A-Za-z0-9]{1,32})$/, 'the id of a user, or @me'));
const playerParams = z.object({ userId: Who });
const bookmarkParams = z.object({ levelIds: z.string() });

export const findLevels = call({
  id: 'levelhead.findLevels',
  method: 'GET',
  path: '/api/levelhead/levels',
  least: 'public',
  summary:
    'Levels: those of the Tower, unless creators, levels or the Marketing Department are named. A sort is descending, and ascending with a leading -. Tags that do not exist are ignored.',
  query: LevelQuery,
  success: [
    {
      status: 200,
      description: 'The levels, and in next the address of the next page, with paging.',
      data: z.array(Level),
      beside: NEXT,
    },
  ],
  problems: [...ASKER, foreignPage, searchTooSlow],
  byKey: READ,
});

export const findLevelLikes = call({
  id: 'levelhead.findLevelLikes',
  method: 'GET',
  path: '/api/levelhead/levels/{levelId}/likes',
  least: 'public',
  summary: 'Who likes a level, the latest first.',
  params: levelParams,
  query: PlayerListQuery,
  success: [{ status: 200, description: 'The players.', data: PlayersListing }],
  problems: [noLevel],
  byKey: READ,
});

export const findLevelFavorites = call({
  id: 'levelhead.findLevelFavorites',
  method: 'GET',
  path: '/api/levelhead/levels/{levelId}/favorites',
  least: 'public',
  summary: 'Who has a level among their favorites, the latest first.',
  params: levelParams,
  query: PlayerListQuery,
  success: [{ status: 200, description: 'The players.', data: PlayersListing }],
  problems: [noLevel],
  byKey: READ,
});

export const LevelTagCount = z.object({
  tag: z.string(),
  name: z.string(),
  description: z.string(),
  count: z.number(),
  freq: z.number(),
});
export type LevelTagCount = z.output<typeof LevelTagCount>;

export const countLevelTags = call({
  id: 'levelhead.countLevelTags',
  method: 'GET',
  path: '/api/levelhead/level-tags/counts',
  least: 'public',
  summary: 'The tags of levels, in the locale of the asker, and how many levels have each.',
  success: [
    {
      status: 200,
      description: 'The tags, the most frequent first.',
      data: z.array(LevelTagCount),
    },
  ],
  problems: [noCrate],
});

const players = {
  method: 'GET',
  least: 'public',
  summary: 'Players, all of them or those of the ids. Sorts, bounds and pages are those of the search of levels.',
  query: PlayerQuery,
  success: [
    {
      status: 200,
      description: 'The players, and in next the address of the next page, with paging.',
      data: z.array(Player),
      beside: NEXT,
    },
  ],
  problems: [...ASKER, foreignPage, searchTooSlow],
  byKey: READ,
} as const;

export const findPlayers = call({ ...players, id: 'levelhead.findPlayers', path: '/api/levelhead/players' });

/** The name that players had in the first tools. */
export const findProfiles = call({ ...players, id: 'levelhead.findProfiles', path: '/api/levelhead/profiles' });

export const findFollowers = call({
  id: 'levelhead.findFollowers',
  method: 'GET',
  path: '/api/levelhead/players/{userId}/followers',
  least: 'public',
  summary: 'Who follows a player, the latest first.',
  params: playerParams,
  query: PlayerListQuery,
  success: [{ status: 200, description: 'The players.', data: PlayersListing }],
  problems: ASKER,
  byKey: READ,
});

export const findFollowing = call({
  id: 'levelhead.findFollowing',
  method: 'GET',
  path: '/api/levelhead/players/{userId}/following',
  least: 'public',
  summary: 'Whom a player follows, the latest first.',
  params: playerParams,
  query: PlayerListQuery,
  success: [{ status: 200, description: 'The players.', data: PlayersListing }],
  problems: ASKER,
  byKey: READ,
});

export const findPlayerLikes = call({
  id: 'levelhead.findPlayerLikes',
  method: 'GET',
  path: '/api/levelhead/players/{userId}/likes',
  least: 'public',
  summary: 'The levels that a player likes, the latest first.',
  params: playerParams,
  query: LevelListQuery,
  success: [{ status: 200, description: 'The levels.', data: LevelsListing }],
  problems: ASKER,
  byKey: READ,
});

export const findPlayerFavorites = call({
  id: 'levelhead.findPlayerFavorites',
  method: 'GET',
  path: '/api/levelhead/players/{userId}/favorites',
  least: 'public',
  summary: 'The favorites of a player, the latest first.',
  params: playerParams,
  query: LevelListQuery,
  success: [{ status: 200, description: 'The levels.', data: LevelsListing }],
  problems: ASKER,
  byKey: READ,
});

export const followPlayer = call({
  id: 'levelhead.followPlayer',
  method: 'PUT',
  path: '/api/levelhead/following/{userId}',
  least: 'authenticated',
  summary: 'Follows a player; again changes nothing.',
  params: z.object({ userId: PlayerId }),
  success: [{ status: 204, description: 'You follow them.' }],
  problems: [...ASKER, noPlayer, notYourself, setFull],
  byKey: FOLLOWING,
});

export const unfollowPlayer = call({
  id: 'levelhead.unfollowPlayer',
  method: 'DELETE',
  path: '/api/levelhead/following/{userId}',
  least: 'authenticated',
  summary: 'Follows a player no longer.',
  params: z.object({ userId: PlayerId }),
  success: [{ status: 204, description: 'You do not follow them.' }],
  problems: ASKER,
  byKey: FOLLOWING,
});

export const findBookmarks = call({
  id: 'levelhead.findBookmarks',
  method: 'GET',
  path: '/api/levelhead/bookmarks',
  least: 'authenticated',
  summary: 'The ids of one’s own bookmarks, the latest first unless told.',
  query: BookmarkQuery,
  success: [
    {
      status: 200,
      description: 'The ids, and in meta.lastId the _id of the last bookmark.',
      data: z.array(z.string()),
      beside: { meta: z.object({ lastId: z.nullable(z.string()) }) },
    },
  ],
  problems: ASKER,
  byKey: BOOKMARKS,
});

export const addBookmarks = call({
  id: 'levelhead.addBookmarks',
  method: 'PUT',
  path: '/api/levelhead/bookmarks/{levelIds}',
  least: 'authenticated',
  summary: 'Bookmarks a level, or several separated by commas; again changes nothing.',
  params: bookmarkParams,
  success: [{ status: 204, description: 'They are bookmarks.' }],
  problems: [...ASKER, noLevel, setFull],
  byKey: BOOKMARKS,
});

export const removeBookmarks = call({
  id: 'levelhead.removeBookmarks',
  method: 'DELETE',
  path: '/api/levelhead/bookmarks/{levelIds}',
  least: 'authenticated',
  summary: 'Removes a bookmark, or several separated by commas, whether they are there or not.',
  params: bookmarkParams,
  success: [{ status: 204, description: 'They are no bookmarks.' }],
  problems: ASKER,
  byKey: BOOKMARKS,
});

export const clearBookmarks = call({
  id: 'levelhead.clearBookmarks',
  method: 'DELETE',
  path: '/api/levelhead/bookmarks',
  least: 'authenticated',
  summary: 'Removes all of one’s own bookmarks.',
  success: [{ status: 204, description: 'There are none left.' }],
  problems: ASKER,
  byKey: BOOKMARKS,
});

export const findNames = call({
  id: 'levelhead.findNames',
  method: 'GET',
  path: '/api/levelhead/aliases',
  least: 'public',
  summary: 'The names of players in the game; onlySafe and maxReports put safe names in their place.',
  query: z.object({ userIds: UserIds, onlySafe: z.optional(Flag), maxReports: z.optional(Amount) }),
  success: [{ status: 200, description: 'The names, in the order asked.', data: z.array(LevelheadAlias) }],
  problems: ASKER,
  byKey: READ,
});

export const reportName = call({
  id: 'levelhead.reportName',
  method: 'POST',
  path: '/api/levelhead/aliases/{userId}/reports',
  least: 'authenticated',
  summary: 'Reports the name of a player, once for each reporter and name; again changes nothing.',
  params: z.object({ userId: PlayerId }),
  success: [{ status: 204, description: 'Moderators will see it.' }],
  problems: [...ASKER, ownAlias, noAlias],
  byKey: 'rce-lh-report',
});

export const findRecentRecords = call({
  id: 'levelhead.findRecentRecords',
  method: 'GET',
  path: '/api/levelhead/recent-records/{record}',
  least: 'public',
  summary: 'The best of players on levels, the latest improvement first.',
  params: z.object({ record: RecordName }),
  query: RecordQuery,
  success: [{ status: 200, description: 'The records.', data: z.array(RecentRecord) }],
  problems: [...ASKER, foreignPage, searchTooSlow],
  byKey: READ,
});

export const findTrials = call({
  id: 'levelhead.findTrials',
  method: 'GET',
  path: '/api/levelhead/tower-trials',
  least: 'public',
  summary: 'The tower trials, today’s first.',
  query: TrialQuery,
  success: [{ status: 200, description: 'The trials.', data: z.array(TowerTrial) }],
  problems: [noCrate, foreignCursor],
  byKey: READ,
});

export const findDailyBuild = call({
  id: 'levelhead.findDailyBuild',
  method: 'GET',
  path: '/api/levelhead/daily-builds/@today',
  least: 'public',
  summary: 'The parts of today’s daily build.',
  success: [{ status: 200, description: 'The parts.', data: DailyBuild }],
  problems: [noCrate],
});

export const getPlaylist = call({
  id: 'levelhead.getPlaylist',
  method: 'GET',
  path: '/api/levelhead/playlists/{playlistId}',
  least: 'public',
  summary: 'A playlist and the ids of its levels, in its order.',
  params: z.object({ playlistId: z.string() }),
  success: [{ status: 200, description: 'The playlist.', data: Playlist }],
  problems: [noPlaylist],
  byKey: READ,
});
