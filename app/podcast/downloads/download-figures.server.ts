import { withHeavyPool } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { requireRole } from '#app/current/permission.ts';
import { isStaff } from '#app/current/role.ts';
import { MAX_LIMIT } from '#app/storage/search/search.ts';
import type { CsvLine } from '#lib/csv/csv.ts';
import { sql } from '#lib/database/sql.server.ts';
import type { Sql } from '#lib/database/sql.server.ts';
import { Problem } from '#lib/problem.ts';

import { toEpisode } from '../episode.ts';
import { findEpisodeItem, findEpisodesById } from '../episodes.server.ts';
import { noEpisode } from '../problems.ts';
import { BOTS } from './download.ts';
import type { DownloadSums, DownloadsOfApp, DownloadsOfDay, DownloadsOfEpisode, DownloadsQuery } from './download.ts';

interface DownloadFigures {
  /** Undefined for all episodes. */
  readonly title: string | undefined;
  readonly sums: DownloadSums;
  /** Each of them, the oldest first; the last one is today. */
  readonly days: readonly DownloadsOfDay[];
  /** The most downloaded first, as below. */
  readonly apps: readonly DownloadsOfApp[];
  /** None when one is asked for. */
  readonly episodes: readonly DownloadsOfEpisode[];
}

export function mayReadDownloads({ actor }: Current): boolean {
  return isStaff(actor.role);
}

/** Needs staff. @throws Problem 401, 403, 404 for an episode that is none */
export async function findDownloadFigures(current: Current, query: DownloadsQuery): Promise<DownloadFigures> {
  requireRole(current, 'staff');
  const episode = await findRequestedEpisode(current, query);
  const heavy = withHeavyPool(current);
  const first = firstDay(current, query);
  const wanted = wantedRows(first, episode?.itemId);
  const [days, apps, episodes] = await Promise.all([
    findDays(heavy, wanted),
    findApps(heavy, wanted),
    episode === undefined ? findMostDownloaded(heavy, wanted) : [],
  ]);
  const sum = (of: keyof DownloadSums) => days.reduce((all, day) => all + day[of], 0);
  return {
    title: episode?.title,
    sums: { downloads: sum('downloads'), bots: sum('bots') },
    days: everyDay(first, query.days, days),
    apps,
    episodes,
  };
}

const DAY_MS = 86_400_000;

function firstDay({ now }: Current, { days }: DownloadsQuery): Date {
  return new Date(now().getTime() - (days - 1) * DAY_MS);
}

function wantedRows(first: Date, episodeId: string | undefined): Sql {
  const sinceThen = sql`day >= ${toDay(first)}::date`;
  return episodeId === undefined ? sinceThen : sql`${sinceThen} and episode_id = ${episodeId}::uuid`;
}

function toDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

async function findRequestedEpisode(current: Current, { episode }: DownloadsQuery) {
  if (episode === undefined) return undefined;
  const item = await findEpisodeItem(current, episode);
  if (item === undefined) throw new Problem(noEpisode);
  return toEpisode(item);
}

const SUMS = sql`coalesce(sum(downloads) filter (where app <> ${BOTS}), 0)::float8 as downloads,
  coalesce(sum(downloads) filter (where app = ${BOTS}), 0)::float8 as bots`;

function findDays({ db }: Current, wanted: Sql): Promise<DownloadsOfDay[]> {
  return db.query<DownloadsOfDay>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, ${SUMS} from podcast_download_days where ${wanted} group by day`);
}

function everyDay(first: Date, count: number, found: readonly DownloadsOfDay[]): DownloadsOfDay[] {
  const byDay = new Map(found.map((one) => [one.day, one]));
  return Array.from({ length: count }, (_, at) => {
    const day = toDay(new Date(first.getTime() + at * DAY_MS));
    return byDay.get(day) ?? { day, downloads: 0, bots: 0 };
  });
}

function findApps({ db }: Current, wanted: Sql): Promise<DownloadsOfApp[]> {
  return db.query<DownloadsOfApp>(sql`
    select app, sum(downloads)::float8 as downloads from podcast_download_days
    where ${wanted} and app <> ${BOTS} group by app order by downloads desc, app`);
}

async function findMostDownloaded(current: Current, wanted: Sql): Promise<DownloadsOfEpisode[]> {
  const found = await current.db.query<DownloadSums & { itemId: string }>(sql`
    select episode_id as "itemId", ${SUMS} from podcast_download_days where ${wanted}
    group by episode_id order by downloads desc, episode_id desc limit ${MAX_LIMIT}::integer`);
  const episodes = await findEpisodesById(
    current,
    found.map(({ itemId }) => itemId),
  );
  return found.map(({ itemId, downloads, bots }) => {
    const episode = episodes.get(itemId);
    return { itemId, downloads, bots, title: episode?.title, slug: episode?.slug ?? itemId };
  });
}

/** A line for each day and app, for a spreadsheet. Needs staff. @throws Problem 401, 403, 404 for an episode that is none */
export async function exportDownloads(current: Current, query: DownloadsQuery): Promise<CsvLine[]> {
  requireRole(current, 'staff');
  const episode = await findRequestedEpisode(current, query);
  const wanted = wantedRows(firstDay(current, query), episode?.itemId);
  const rows = await withHeavyPool(current).db.query<DownloadsOfApp & { day: string }>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, app, sum(downloads)::float8 as downloads
    from podcast_download_days where ${wanted} group by day, app order by day, app`);
  return [['day', 'app', 'downloads'], ...rows.map(({ day, app, downloads }) => [day, app, downloads])];
}
