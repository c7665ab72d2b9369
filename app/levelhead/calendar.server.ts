import { isBannedSql } from '#app/accounts/ban.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Item } from '#app/storage/item.ts';
import { getItemBody } from '#app/storage/items.server.ts';
import type { ItemWithBody } from '#app/storage/items.server.ts';
import type { DateBound } from '#app/storage/search/search.ts';
import { sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import type { Playlist, TowerTrial, TrialQuery } from './calendar.ts';
import { CRATE, PlaylistId } from './level.ts';
import { ARCADE_ITEMS, parseJsonBody } from './levels.server.ts';
import { findNames } from './names.server.ts';
import { noPlaylist } from './problems.ts';
import { pickDailyBuild } from './rules/daily-build.ts';
import type { DailyBuild } from './rules/daily-build.ts';

const DAY_MS = 86_400_000;

/** The tower trials, today’s first; with `sort=-createdAt` the oldest first. @throws Problem 400 for a foreign cursor */
export async function findTrials(current: Current, query: TrialQuery): Promise<TrialPage> {
  const { limit, sort, after, includeRecords, includeAliases } = query;
  const { items, next } = await ARCADE_ITEMS.page(current, {
    tags: { included: ['trial'] },
    dates: toDateBounds(current.now(), query),
    limit,
    after,
    sort: { field: 'createdAt', ascending: sort === '-createdAt' },
  });
  const bodies = await ARCADE_ITEMS.bodies(
    current,
    items.map(({ itemId }) => itemId),
    { hasRecords: includeRecords },
  );
  const trials = [...bodies.values()].map((one) => toTrial(one, includeRecords === true));
  if (includeRecords && includeAliases) await addNames(current, trials);
  return { trials, next };
}

interface TrialPage {
  readonly trials: TowerTrial[];
  readonly next: string | undefined;
}

export function findDailyBuild({ now }: Current): DailyBuild {
  return pickDailyBuild(now());
}

/** @throws Problem 404 */
export async function getPlaylist(current: Current, playlistId: string): Promise<Playlist> {
  return toPlaylist(await getPlaylistItem(current, playlistId));
}

/** @throws Problem 404 */
export async function getPlaylistItem(current: Current, playlistId: string): Promise<ItemWithBody> {
  const item = (await findPlaylistItems(current, [playlistId])).get(playlistId);
  if (item === undefined) throw new Problem(noPlaylist);
  return getItemBody(current, CRATE, item.itemId);
}

/** By their ids; what somebody banned has made is gone while the ban lasts, as their levels are. @param ids at most 128 */
export async function findPlaylistItems(current: Current, ids: readonly string[]): Promise<Map<string, Item>> {
  const names = ids.flatMap((id) => (PlaylistId.safeParse(id).success ? [playlistName(id)] : []));
  if (names.length === 0) return new Map();
  const { items } = await ARCADE_ITEMS.page(current, { names, tags: { included: ['playlist'] } });
  const authors = [...new Set(items.map(({ userId }) => userId))];
  const banned = await current.db.query<{ user_id: string }>(sql`
    select user_id from unnest(${authors}::text[]) author(user_id)
    where ${isBannedSql(sql`author.user_id`, current.now())}`);
  const visible = items.filter(({ userId }) => !banned.some((author) => author.user_id === userId));
  return new Map(visible.map((item) => [readPlaylistId(item), item]));
}

export function toPlaylist({ item, body }: ItemWithBody): Playlist {
  const { name, note } = item.map;
  const playlistId = readPlaylistId(item);
  return {
    playlistId,
    userId: item.userId,
    name: typeof name === 'string' ? name : playlistId,
    ...(typeof note === 'string' && { note }),
    levelIds: readLevelIds(parseJsonBody(body.inline)),
    createdAt: item.createdAt,
    updatedAt: item.updatedAt,
  };
}

function readPlaylistId({ name, itemId }: Item): string {
  return name?.replace(playlistName(''), '') ?? itemId;
}

/** The name of its item: levels have names of the same kind. */
export function playlistName(playlistId: string): string {
  return `playlist:${playlistId}`;
}

export function trialName(day: Date): string {
  return `tower-trial:${day.toISOString().slice(0, 10)}`;
}

function toTrial({ item, body }: ItemWithBody, includeRecords: boolean): TowerTrial {
  const content = parseJsonBody(body.inline) as { timeTrophyGoal?: unknown; levelIds?: unknown };
  const { timeTrophyGoal: goal } = content;
  return {
    createdAt: item.createdAt,
    levelIds: readLevelIds(content),
    timeTrophyGoal: typeof goal === 'number' ? goal : 0,
    ...(includeRecords && { records: { FastestTime: [], HighScore: [], ...item.records } }),
  };
}

function readLevelIds(content: { levelIds?: unknown }): string[] {
  return Array.isArray(content.levelIds) ? content.levelIds.filter((id) => typeof id === 'string') : [];
}

/** From midnight to midnight of UTC. */
function toDateBounds(now: Date, { minDaysAgo, maxDaysAgo }: TrialQuery): DateBound[] {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  const bound = (operator: '<' | '>=', days: number | undefined): DateBound[] => {
    if (days === undefined) return [];
    const at = new Date(today - Math.min(Math.max(Math.floor(days), -1), 100_000) * DAY_MS);
    return [{ field: 'createdAt', operator, at }];
  };
  return [...bound('<', minDaysAgo === undefined ? undefined : minDaysAgo - 1), ...bound('>=', maxDaysAgo)];
}

async function addNames(current: Current, trials: TowerTrial[]): Promise<void> {
  const holders = trials.flatMap(({ records = {} }) => Object.values(records).flat());
  const names = await findNames(current, [...new Set(holders.map(({ userId }) => userId))]);
  for (const holder of holders) holder.alias = names.get(holder.userId);
}
