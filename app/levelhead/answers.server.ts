import { reportAlias } from '#app/aliases/moderation/reports.server.ts';
import { answer } from '#app/current/answer.server.ts';
import type { SiteAnswer } from '#app/current/answer.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireUser } from '#app/current/permission.ts';

import { findDailyBuild, findTrials, getPlaylist } from './calendar.server.ts';
import * as calls from './calls.ts';
import { countLevelTags } from './level-counts.server.ts';
import { findLevels } from './levels.server.ts';
import { findFannedLevels, findFollowers, findFollowing, findLevelFans } from './listings.server.ts';
import { findNames } from './names.server.ts';
import { addBookmarks, clearBookmarks, findBookmarks, followPlayer } from './own-lists.server.ts';
import { removeBookmarks, unfollowPlayer } from './own-lists.server.ts';
import { playAnswers } from './play/answers.server.ts';
import { findPlayers } from './players.server.ts';
import { findRecentRecords } from './recent-records.server.ts';
import { LevelQuery, toLevelSort } from './search/level-query.ts';
import { nextPage, resumeQuery } from './search/page-token.server.ts';
import { PlayerQuery, toPlayerSort } from './search/player-query.ts';

type Answers = SiteAnswer[];
const DONE = { status: 204 };

const levels: Answers = [
  answer(
    calls.findLevels,
    async (current: Current, { query, request }) => {
      const resumed = resumeQuery(current, LevelQuery, query, request);
      const { levels, last } = await findLevels(current, resumed.query);
      const next = nextPage(current, request, resumed, toLevelSort(resumed.query), last);
      return { data: levels, beside: { next } };
    },
    { query: { sort: 'HiddenGem', limit: '2', includeStats: 'true' } },
  ),
  answer(calls.findLevelLikes, async (current: Current, { params, query }) => ({
    data: await findLevelFans(current, 'likes', params.levelId, query),
  })),
  answer(calls.findLevelFavorites, async (current: Current, { params, query }) => ({
    data: await findLevelFans(current, 'favorites', params.levelId, query),
  })),
  answer(calls.countLevelTags, async (current: Current) => ({ data: await countLevelTags(current) })),
  answer(
    calls.findRecentRecords,
    async (current: Current, { params, query }) => ({
      data: await findRecentRecords(current, params.record, query),
    }),
    { params: { record: 'HighScore' }, query: { limit: '2' } },
  ),
];

async function answerPlayers(current: Current, { query, request }: { query: PlayerQuery; request: Request }) {
  const resumed = resumeQuery(current, PlayerQuery, query, request);
  const { players, last } = await findPlayers(current, resumed.query);
  return { data: players, beside: { next: nextPage(current, request, resumed, toPlayerSort(resumed.query), last) } };
}

const players: Answers = [
  answer(calls.findPlayers, answerPlayers, { query: { sort: 'Subscribers', limit: '2', includeAliases: 'true' } }),
  answer(calls.findProfiles, answerPlayers),
  answer(
    calls.findFollowers,
    async (current: Current, { params, query }) => ({
      data: await findFollowers(current, params.userId, query),
    }),
    { params: { userId: '6h97ml' } },
  ),
  answer(
    calls.findFollowing,
    async (current: Current, { params, query }) => ({
      data: await findFollowing(current, params.userId, query),
    }),
    { params: { userId: '6h97ml' } },
  ),
  answer(
    calls.findPlayerLikes,
    async (current: Current, { params, query }) => ({
      data: await findFannedLevels(current, 'likes', params.userId, query),
    }),
    { params: { userId: '6h97ml' } },
  ),
  answer(
    calls.findPlayerFavorites,
    async (current: Current, { params, query }) => ({
      data: await findFannedLevels(current, 'favorites', params.userId, query),
    }),
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
    const { levelIds, lastId } = await findBookmarks(current, query);
    return { data: levelIds, beside: { meta: { lastId } } };
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
  answer(calls.findTrials, async (current: Current, { query }) => ({ data: await findTrials(current, query) }), {
    query: { limit: '1' },
  }),
  answer(calls.findDailyBuild, (current: Current) => Promise.resolve({ data: findDailyBuild(current) })),
  answer(calls.getPlaylist, async (current: Current, { params }) => ({
    data: await getPlaylist(current, params.playlistId),
  })),
];

export const levelheadAnswers: Answers = [...levels, ...players, ...bookmarks, ...others, ...playAnswers];

/** Tools also send a comma at the end. */
function parseIds(list: string): string[] {
  return [...new Set(list.split(',').filter((id) => id !== ''))];
}
