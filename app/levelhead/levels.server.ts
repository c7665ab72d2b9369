import type { Current } from '#app/current/current.server.ts';
import { DEFAULT_LOCALE, LOCALES, getText } from '#app/current/locale.ts';
import { requireUser } from '#app/current/permission.ts';
import { Collection } from '#app/storage/collection.server.ts';
import type { ItemWithBody } from '#app/storage/items.server.ts';
import { countFacets } from '#app/storage/search/facets.server.ts';
import { countItems } from '#app/storage/search/searches.server.ts';
import { parseJson } from '#lib/parse-json.ts';
import type { SitemapEntry } from '#lib/sitemap/sitemap.ts';

import { FIGURES } from './art/content-figures.ts';
import type { LevelTagCount } from './calls.ts';
import { findInteractions, interactingUser } from './interactions.server.ts';
import { LEVEL_TAGS, LEVEL_TAG_IDS, isLevelTag } from './level-tags.ts';
import { CRATE, LEVEL_STATS, contentVersion } from './level.ts';
import type { Level } from './level.ts';
import { findNames } from './names.server.ts';
import { DEFAULT_AVATAR } from './player.ts';
import { LevelQuery } from './search/level-query.ts';
import { findLevelRows } from './search/level-rows.server.ts';
import type { LevelRow, LevelSearch } from './search/level-rows.server.ts';
import { cutRows } from './search/ordered-page.server.ts';
import type { LastRow } from './search/ordered-page.server.ts';
import { toRowId } from './search/row-id.ts';

/** Levels and their data, players, playlists and trials. */
export const ARCADE_ITEMS = new Collection(CRATE);

/**
 * Ids of tags that do not exist are ignored: tools send those of years ago.
 * @throws Problem 401 for `@me` without a user, 403 for a key that does not permit it or one's own interactions, 503 for a
 * search that takes too long
 */
export async function findLevels(current: Current, query: LevelSearch): Promise<LevelPage> {
  const { includeMyInteractions, includeAliases, includeRecords, includeStats } = query;
  const asker = interactingUser(current, includeMyInteractions);
  const userIds = query.userIds?.map((id) => (id === '@me' ? requireUser(current) : id));
  const [tags, excludeTags] = [query.tags, query.excludeTags].map((ids) => ids?.filter(isLevelTag));
  const found = await findLevelRows(current, { ...query, userIds, tags, excludeTags, limit: query.limit + 1 });
  const { rows, last } = cutRows(found, query.limit);
  const levels = await readLevels(current, rows, includeRecords === true);
  for (const level of levels) {
    if (!includeStats) delete level.stats;
    if (!includeRecords) delete level.records;
  }
  if (includeAliases) await addNames(current, levels, query);
  if (asker !== undefined) await addInteractions(current, levels, asker);
  return { levels, last };
}

interface LevelPage {
  readonly levels: Level[];
  readonly last: LastRow | undefined;
}

/** In the order of the rows; whoever may not read an item does not get it. */
async function readLevels(current: Current, rows: readonly LevelRow[], hasRecords: boolean): Promise<Level[]> {
  if (rows.length === 0) return [];
  const text = await getText(current.locale);
  const found = await ARCADE_ITEMS.bodies(
    current,
    rows.map((row) => row.item_id),
    { hasRecords },
  );
  const toTagName = (tag: string) => (isLevelTag(tag) ? text(LEVEL_TAGS[tag].name) : tag);
  return rows.flatMap((row) => {
    const one = found.get(row.item_id);
    return one === undefined ? [] : [toLevel(one, row, toTagName)];
  });
}

function toLevel({ item, body }: ItemWithBody, row: LevelRow, toTagName: (tag: string) => string): Level {
  const { map, tags } = item;
  const readText = (key: string, otherwise: string) => (typeof map[key] === 'string' ? map[key] : otherwise);
  const amount = (key: string, otherwise: number) => (typeof map[key] === 'number' ? map[key] : otherwise);
  const has = (state: string) => tags.includes(state);
  const levelTags = tags.filter((tag) => tag.startsWith('ltag_'));
  const locale = readText('locale', DEFAULT_LOCALE);
  const gameVersion = readText('gameVersion', '1.0.0');
  return {
    _id: toRowId(item.itemId),
    cv: contentVersion(gameVersion),
    userId: item.userId,
    levelId: row.level_id,
    avatarId: readText('avatarId', DEFAULT_AVATAR),
    title: readText('title', row.level_id),
    localeId: Math.max(
      0,
      LOCALES.findIndex((one) => one === locale),
    ),
    locale,
    tower: has('tower'),
    marketing: has('marketing'),
    graduated: has('graduated'),
    towerTrial: has('tower-trial'),
    dailyBuild: has('daily-build'),
    ...(has('unlisted') && { unlisted: true as const }),
    ...(has('beta') && { beta: true as const }),
    requiredPlayers: amount('requiredPlayers', 1),
    creatorTime: amount('creatorTime', 0),
    tags: levelTags,
    tagNames: levelTags.map(toTagName),
    createdAt: item.createdAt,
    updatedAt: row.updated_at.toISOString(),
    createdAgo: item.createdAgo,
    content: readContent(body.inline),
    gameVersion,
    stats: { ...Object.fromEntries(LEVEL_STATS.map((name) => [name, 0])), ...item.stats },
    records: { HighScore: [], FastestTime: [], ...item.records },
  };
}

function readContent(body: Buffer | null): Record<string, number> {
  const { content = {} } = parseJsonBody(body) as { content?: Record<string, unknown> };
  return Object.fromEntries(FIGURES.map((name) => [name, typeof content[name] === 'number' ? content[name] : 0]));
}

/** An empty object for what is no JSON object: staff may write whatever they like into an item. */
export function parseJsonBody(body: Buffer | null): object {
  const value = parseJson(body?.toString() ?? '');
  return typeof value === 'object' && value !== null ? value : {};
}

async function addNames(current: Current, levels: Level[], { onlySafe, maxReports }: LevelQuery): Promise<void> {
  const holders = levels.flatMap(({ records = {} }) => Object.values(records).flat());
  const userIds = [...new Set([...levels, ...holders].map(({ userId }) => userId))];
  const names = await findNames(current, userIds, { onlySafe, maxReports });
  for (const one of [...levels, ...holders]) one.alias = names.get(one.userId);
}

async function addInteractions(current: Current, levels: Level[], userId: string): Promise<void> {
  const done = await findInteractions(
    current,
    userId,
    levels.map(({ levelId }) => levelId),
  );
  for (const level of levels) level.interactions = done.get(level.levelId) ?? {};
}

/** A million addresses in fourteen languages nobody would crawl: these link to the rest. */
const MAX_LISTED = { tower: 5000, marketing: 1000 } as const;

/** The halls with the newest levels of each; only what everybody may list. */
export async function* sitemapLevels(current: Current): AsyncGenerator<SitemapEntry> {
  for (const hall of ['tower', 'marketing'] as const) {
    yield { path: `/games/levelhead/${hall}` };
    const query = { ...LevelQuery.parse({ [hall]: 'true', sort: 'createdAt' }), limit: MAX_LISTED[hall] };
    for (const row of await findLevelRows(current, query)) {
      yield { path: `/games/levelhead/levels/${row.level_id}`, lastmod: row.updated_at };
    }
  }
}

/** Of the levels that everybody may list, the most frequent tag first. @throws Problem 503 */
export async function countLevelTags(current: Current): Promise<LevelTagCount[]> {
  const levels = { tags: { included: ['level'] } };
  const [text, total, counts] = await Promise.all([
    getText(current.locale),
    countItems(current, CRATE, levels),
    countFacets(current, CRATE, levels, LEVEL_TAG_IDS),
  ]);
  return LEVEL_TAG_IDS.map((tag) => {
    const { name, description } = LEVEL_TAGS[tag];
    const count = counts[tag] ?? 0;
    return { tag, name: text(name), description: text(description), count, freq: total === 0 ? 0 : count / total };
  }).toSorted((a, b) => b.count - a.count);
}
