import { findByOldName } from '#app/articles/old-names.server.ts';
import { renderArticle } from '#app/articles/rendering.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { DEFAULT_LOCALE } from '#app/current/locale.ts';
import { isStaff } from '#app/current/role.ts';
import { imageUrl } from '#app/media/image-url.ts';
import { readText } from '#app/storage/downloads.server.ts';
import { isItemId } from '#app/storage/item.ts';
import type { Item } from '#app/storage/item.ts';
import { getItemBody } from '#app/storage/items.server.ts';
import type { ItemWithBody } from '#app/storage/items.server.ts';
import { foreignCursor } from '#app/storage/problems.ts';
import { MAX_LIMIT, SearchQuery } from '#app/storage/search/search.ts';
import { findItems } from '#app/storage/search/searches.server.ts';
import { noneWithoutCrate } from '#app/storage/search/without-crate.server.ts';
import type { Article } from '#lib/markdown/article.ts';
import { Problem } from '#lib/problem.ts';
import type { SitemapEntry } from '#lib/sitemap/sitemap.ts';

import { PODCAST_CRATE } from './cache-topics.ts';
import { episodeOf } from './episode.ts';
import type { Episode, EpisodeWithAudio } from './episode.ts';
import { findAudioFacts } from './files/episode-files.server.ts';
import { noEpisode } from './problems.ts';

const PAGE_EPISODES = 24;
const NEWEST_FIRST = SearchQuery.parse({});
const NOT_LISTED = ['hidden', 'unlisted'];

export interface EpisodePage {
  readonly episodes: readonly EpisodeWithAudio[];
  /** Cursors. */
  readonly next: string | undefined;
  readonly previous: string | undefined;
}

/** The newest first; staff also see what is hidden or unlisted, marked as such. @throws Problem 400 for a foreign cursor */
export async function findEpisodes(
  current: Current,
  {
    topic,
    after,
    before,
  }: { readonly topic?: string | null; readonly after: string | null; readonly before: string | null },
): Promise<EpisodePage> {
  const cursors = SearchQuery.safeParse({ ...(after && { after }), ...(before && { before }) });
  if (!cursors.success) throw new Problem(foreignCursor);
  const { items, next, previous } = await findItems(current, PODCAST_CRATE, {
    ...NEWEST_FIRST,
    ...{ after: cursors.data.after, before: cursors.data.before, limit: PAGE_EPISODES },
    tags: { included: topicTags(topic), excluded: isStaff(current.actor.role) ? [] : NOT_LISTED },
  }).catch(noneWithoutCrate);
  const episodes = await withAudio(current, items.map(episodeOf));
  return { episodes: episodes.toSorted(byDate), next, previous };
}

/** Pages are by when each was begun, which is not when it came out. */
function byDate(one: Episode, other: Episode): number {
  return Date.parse(other.date) - Date.parse(one.date);
}

function topicTags(topic: string | null | undefined): string[] {
  return topic ? [`topic:${topic}`] : [];
}

const NO_TAGS: SearchQuery['tags'] = { included: [], excluded: [] };

/** All that the caller may see, one after the other, the latest begun first. */
export async function* eachEpisode(current: Current, tags = NO_TAGS): AsyncGenerator<Item> {
  let after: string | undefined;
  do {
    const search = { ...NEWEST_FIRST, limit: MAX_LIMIT, tags, after };
    const page = await findItems(current, PODCAST_CRATE, search).catch(noneWithoutCrate);
    yield* page.items;
    after = page.next;
  } while (after !== undefined);
}

/** All that everyone may list and hear, the newest first. */
export async function findPublishedItems(current: Current, topic?: string): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of eachEpisode(current, { included: topicTags(topic), excluded: NOT_LISTED })) {
    if (episodeOf(item).audioId !== undefined) found.push(item);
  }
  return found.toSorted((one, other) => byDate(episodeOf(one), episodeOf(other)));
}

/** With the facts of their audio, in one statement. */
export async function withAudio(current: Current, episodes: readonly Episode[]): Promise<EpisodeWithAudio[]> {
  const facts = await findAudioFacts(
    current,
    episodes.flatMap(({ audioId }) => audioId ?? []),
  );
  return episodes.map((episode) => Object.assign(episode, { audio: facts.get(episode.audioId ?? '') }));
}

/** By name, or by id without one. @throws Problem 404 also for an episode hidden from the actor */
export async function getEpisode(current: Current, name: string): Promise<EpisodeWithAudio> {
  const item = await findEpisodeItem(current, name);
  if (item === undefined) throw new Problem(noEpisode);
  const [episode] = await withAudio(current, [episodeOf(item)]);
  if (episode === undefined) throw new Problem(noEpisode);
  return episode;
}

export async function findEpisodeItem(current: Current, name: string): Promise<Item | undefined> {
  if (isItemId(name)) {
    const item = await findById(current, name);
    return item?.name === null ? item : undefined;
  }
  const search = SearchQuery.safeParse({ names: name, limit: '1' });
  if (!search.success) return undefined;
  const { items } = await findItems(current, PODCAST_CRATE, search.data).catch(noneWithoutCrate);
  return items.find((item) => item.name === name);
}

/** @param itemId whether it has a name or not */
export async function findById(current: Current, itemId: string): Promise<Item | undefined> {
  const search = SearchQuery.parse({ itemIds: itemId, limit: '1' });
  const { items } = await findItems(current, PODCAST_CRATE, search).catch(noneWithoutCrate);
  return items[0];
}

export async function findEpisodesById(current: Current, itemIds: readonly string[]): Promise<Map<string, Episode>> {
  const ids = [...new Set(itemIds)];
  if (ids.length === 0) return new Map();
  const search = { ...NEWEST_FIRST, itemIds: ids, limit: MAX_LIMIT };
  const { items } = await findItems(current, PODCAST_CRATE, search).catch(noneWithoutCrate);
  return new Map(items.map((item) => [item.itemId, episodeOf(item)]));
}

/** Where the episode is that had this name before; undefined when there is none. */
export async function findPathByOldName(current: Current, name: string): Promise<string | undefined> {
  const holder = await findByOldName(current, PODCAST_CRATE, name);
  return holder && episodeOf(holder).path;
}

/** The show notes, rendered with the blocks of posts. @throws Problem 404, 503 when too many texts are being rendered */
export async function readNotes(current: Current, { itemId }: Pick<Episode, 'itemId'>): Promise<Article> {
  return renderNotes(current, await getItemBody(current, PODCAST_CRATE, itemId));
}

export function renderNotes(current: Current, notes: ItemWithBody): Promise<Article> {
  return renderArticle(current, {
    ...{ key: `${notes.item.itemId} ${notes.item.etag}`, locale: DEFAULT_LOCALE },
    read: () => readText(current, notes),
  });
}

export interface EpisodesAround {
  readonly newer: EpisodeWithAudio | undefined;
  readonly older: EpisodeWithAudio | undefined;
}

export async function findEpisodesAround(current: Current, { itemId, createdAt }: Episode): Promise<EpisodesAround> {
  const beside = async (operator: '<' | '>', ascending: boolean) => {
    const { items } = await findItems(current, PODCAST_CRATE, {
      ...NEWEST_FIRST,
      ...{ limit: 1, sort: { field: 'createdAt', ascending } },
      dates: [{ field: 'createdAt', operator, at: new Date(createdAt) }],
      tags: { included: [], excluded: NOT_LISTED },
    });
    return items.filter((item) => item.itemId !== itemId).map(episodeOf);
  };
  const [newer, older] = await Promise.all([beside('>', true), beside('<', false)]);
  const [one, other] = await Promise.all([withAudio(current, newer), withAudio(current, older)]);
  return { newer: one[0], older: other[0] };
}

/** Of a cover for other programs, which want it square and between 1400 and 3000 pixels wide. */
export function coverUrl({ cover }: Pick<Episode, 'cover'>): string {
  return imageUrl(cover, COVER);
}

export const COVER_WIDTH = 1920;
const COVER = { width: COVER_WIDTH, height: COVER_WIDTH };

export async function* sitemapEpisodes(current: Current): AsyncGenerator<SitemapEntry> {
  yield { path: '/podcast' };
  for (const item of await findPublishedItems(current)) {
    const episode = episodeOf(item);
    yield { path: episode.path, lastmod: new Date(item.updatedAt), image: coverUrl(episode) };
  }
}
