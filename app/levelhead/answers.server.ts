import { reportAlias } from '#app/aliases/moderation/reports.server.ts';
import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';
import type { Reply } from '#lib/calls/answer.server.ts';

import { BOOKMARK_FIELDS } from './bookmark.ts';
import { findDailyBuild, findTrials, getPlaylist } from './calendar.server.ts';
import { TRIAL_FIELDS } from './calendar.ts';
import * as calls from './calls.ts';
import { isLevelTag } from './level-tags.ts';
import { countLevelTags, findLevels } from './levels.server.ts';
import type { ListingPage } from './listings.server.ts';
import { findFannedLevels, findFollowers, findFollowing, findLevelFans } from './listings.server.ts';
import { findNames } from './names.server.ts';
import { addBookmarks, clearBookmarks, findBookmarks, followPlayer } from './own-lists.server.ts';
import { removeBookmarks, unfollowPlayer } from './own-lists.server.ts';
import { playAnswers } from './play/answers.server.ts';
import { findPlayers } from './players.server.ts';
import { findRecentRecords } from './recent-records.server.ts';
import { LEVEL_SORTS, LevelQuery, parseSort, toLevelSort } from './search/level-query.ts';
import { resumeQuery, toNextPage } from './search/page-token.server.ts';
import { PLAYER_FIELDS, PlayerQuery, toPlayerSort } from './search/player-query.ts';

type Answers = SiteAnswer[];
const DONE = { status: 204 };

const levels: Answers = [
  answer(
    calls.findLevels,
    async (current: Current, { query, request }) => {
      const resumed = resumeQuery(current, LevelQuery, query, request);
      const { levels, last } = await findLevels(current, resumed.query);
      const next = toNextPage(current, request, resumed, toLevelSort(resumed.query), last);
      const { sort, tags = [], excludeTags = [] } = resumed.query;
      const areTags = [...tags, ...excludeTags].every(isLevelTag);
      return searchReply(levels, next, noteIgnored({ sort: isSort(sort, LEVEL_SORTS), tags: areTags }));
    },
    { query: { sort: 'HiddenGem', limit: '2', includeStats: 'true' } },
  ),
  answer(calls.findLevelLikes, async (current: Current, { params, query }) =>
    listingReply(await findLevelFans(current, 'likes', params.levelId, query)),
  ),
  answer(calls.findLevelFavorites, async (current: Current, { params, query }) =>
    listingReply(await findLevelFans(current, 'favorites', params.levelId, query)),
  ),
  answer(calls.countLevelTags, async (current: Current) => ({ data: await countLevelTags(current) })),
  answer(
    calls.findRecentRecords,
    async (current: Current, { params, query }) => {
      const { records, nextPageToken } = await findRecentRecords(current, params.record, query);
      return { data: records, pages: { next: { nextPageToken } } };
    },
    { params: { record: 'HighScore' }, query: { limit: '2' } },
  ),
];

async function answerPlayers(current: Current, { query, request }: { query: PlayerQuery; request: Request }) {
  const resumed = resumeQuery(current, PlayerQuery, query, request);
  const { players, last } = await findPlayers(current, resumed.query);
  const next = toNextPage(current, request, resumed, toPlayerSort(resumed.query), last);
  return searchReply(players, next, noteIgnored({ sort: isSort(resumed.query.sort, PLAYER_FIELDS) }));
}

const players: Answers = [
  answer(calls.findPlayers, answerPlayers, { query: { sort: 'Subscribers', limit: '2', includeAliases: 'true' } }),
  answer(calls.findProfiles, answerPlayers),
  answer(
    calls.findFollowers,
    async (current: Current, { params, query }) => listingReply(await findFollowers(current, params.userId, query)),
    { params: { userId: '6h97ml' } },
  ),
  answer(
    calls.findFollowing,
    async (current: Current, { params, query }) => listingReply(await findFollowing(current, params.userId, query)),
    { params: { userId: '6h97ml' } },
  ),
  answer(
    calls.findPlayerLikes,
    async (current: Current, { params, query }) =>
      listingReply(await findFannedLevels(current, 'likes', params.userId, query)),
    { params: { userId: '6h97ml' } },
  ),
  answer(
    calls.findPlayerFavorites,
    async (current: Current, { params, query }) =>
      listingReply(await findFannedLevels(current, 'favorites', params.userId, query)),
    { params: { userId: '6h97ml' } },
  ),
  answer(
    calls.followPlayer,
    async (current: Current, { params }) => {
      await followPlayer(current, params.userId);
      return DONE;
    },
    { params: { userId: '6h97ml' } },
  ),
  answer(
    calls.unfollowPlayer,
    async (current: Current, { params }) => {
      await unfollowPlayer(current, params.userId);
      return DONE;
    },
    { params: { userId: '6h97ml' } },
  ),
];

const bookmarks: Answers = [
  answer(calls.findBookmarks, async (current: Current, { query }) => {
    const { levelIds, lastId, next } = await findBookmarks(current, query);
    const headers = noteIgnored({ sort: isSort(query.sort, BOOKMARK_FIELDS) });
    return { data: levelIds, beside: { meta: { lastId } }, pages: { next }, headers };
  }),
  answer(
    calls.addBookmarks,
    async (current: Current, { params }) => {
      await addBookmarks(current, parseIds(params.levelIds));
      return DONE;
    },
    { params: { levelIds: '0hds26q' } },
  ),
  answer(
    calls.removeBookmarks,
    async (current: Current, { params }) => {
      await removeBookmarks(current, parseIds(params.levelIds));
      return DONE;
    },
    { params: { levelIds: '0hds26q' } },
  ),
  answer(calls.clearBookmarks, async (current: Current) => {
    await clearBookmarks(current);
    return DONE;
  }),
];

const others: Answers = [
  answer(
    calls.findNames,
    async (current: Current, { query: { userIds, onlySafe, maxReports } }) => {
      const wanted = userIds.map((id) => (id === '@me' ? requireUser(current) : id));
      return { data: [...(await findNames(current, wanted, { onlySafe, maxReports })).values()] };
    },
    { query: { userIds: 'vfhy42,6h97ml' } },
  ),
  answer(
    calls.reportName,
    async (current: Current, { params }) => {
      await reportAlias(current, 'levelhead', params.userId, 'other');
      return DONE;
    },
    { params: { userId: '6h97ml' } },
  ),
  answer(
    calls.findTrials,
    async (current: Current, { query }) => {
      const { trials, next } = await findTrials(current, query);
      const headers = noteIgnored({ sort: isSort(query.sort, TRIAL_FIELDS) });
      return { data: trials, pages: { next: { after: next } }, headers };
    },
    { query: { limit: '1' } },
  ),
  answer(calls.findDailyBuild, (current: Current) => Promise.resolve({ data: findDailyBuild(current) })),
  answer(calls.getPlaylist, async (current: Current, { params }) => ({
    data: await getPlaylist(current, params.playlistId),
  })),
];

export const levelheadAnswers: Answers = [...levels, ...players, ...bookmarks, ...others, ...playAnswers];

function searchReply(
  rows: readonly unknown[],
  { start, address }: ReturnType<typeof toNextPage>,
  headers: Record<string, string>,
): Reply {
  return { data: rows, beside: { next: address }, pages: { next: start }, headers };
}

function listingReply({ rows, beforeId }: ListingPage<unknown>): Reply {
  return { data: rows, pages: { next: { beforeId } } };
}

/** What is not known counts as not sent, and the answer says of which parameters that is so. */
function noteIgnored(known: Readonly<Record<string, boolean>>): Record<string, string> {
  const ignored = Object.keys(known).filter((name) => !known[name]);
  return ignored.length === 0 ? {} : { 'rumpus-ignored': ignored.join(', ') };
}

function isSort(sort: string | undefined, fields: readonly string[]): boolean {
  return sort === undefined || parseSort(sort, fields) !== undefined;
}

/** Tools also send a comma at the end. */
function parseIds(list: string): string[] {
  return [...new Set(list.split(',').filter((id) => id !== ''))];
}
