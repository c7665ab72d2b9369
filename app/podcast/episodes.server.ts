import { findByOldName } from '#app/articles/old-names.server.ts';
import { renderArticle } from '#app/articles/rendering.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { DEFAULT_LOCALE } from '#app/current/locale.ts';
import { isStaff } from '#app/current/role.ts';
import { imageUrl } from '#app/media/image-url.ts';
import { Collection } from '#app/storage/collection.server.ts';
import { readText } from '#app/storage/downloads.server.ts';
import type { Item } from '#app/storage/item.ts';
import { getItemBody } from '#app/storage/items.server.ts';
import type { ItemWithBody } from '#app/storage/items.server.ts';
import type { Article } from '#lib/markdown/article.ts';
import { Problem } from '#lib/problem.ts';
import type { SitemapEntry } from '#lib/sitemap/sitemap.ts';

import { PODCAST_CRATE } from './cache-topics.ts';
import { toEpisode } from './episode.ts';
import type { Episode, EpisodeWithAudio } from './episode.ts';
import { findAudioFacts } from './files/episode-files.server.ts';
import { noEpisode } from './problems.ts';

export const EPISODE_ITEMS = new Collection(PODCAST_CRATE);
const PAGE_EPISODES = 24;
const NOT_LISTED = ['hidden', 'unlisted'];

interface EpisodePage {
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
  const { items, next, previous } = await EPISODE_ITEMS.page(current, {
    after,
    before,
    limit: PAGE_EPISODES,
    tags: { included: topicTags(topic), excluded: isStaff(current.actor.role) ? [] : NOT_LISTED },
  });
  const episodes = await withAudio(current, items.map(toEpisode));
  return { episodes: episodes.toSorted(byDate), next, previous };
}

/** Pages are by when each was begun, which is not when it came out. */
function byDate(one: Episode, other: Episode): number {
  return Date.parse(other.date) - Date.parse(one.date);
}

function topicTags(topic: string | null | undefined): string[] {
  return topic ? [`topic:${topic}`] : [];
}

/** All that everyone may list and hear, the newest first. */
export async function findPublishedItems(current: Current, topic?: string): Promise<Item[]> {
  const found: Item[] = [];
  const tags = { included: topicTags(topic), excluded: NOT_LISTED };
  for await (const item of EPISODE_ITEMS.all(current, { tags })) {
    if (toEpisode(item).audioId !== undefined) found.push(item);
  }
  return found.toSorted((one, other) => byDate(toEpisode(one), toEpisode(other)));
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
  const [episode] = await withAudio(current, [toEpisode(item)]);
  if (episode === undefined) throw new Problem(noEpisode);
  return episode;
}

export async function findEpisodeItem(current: Current, name: string): Promise<Item | undefined> {
  const item = await EPISODE_ITEMS.find(current, name);
  return item?.name === null || item?.name === name ? item : undefined;
}

export async function findEpisodesById(current: Current, itemIds: readonly string[]): Promise<Map<string, Episode>> {
  const ids = [...new Set(itemIds)];
  if (ids.length === 0) return new Map();
  const { items } = await EPISODE_ITEMS.page(current, { itemIds: ids });
  return new Map(items.map((item) => [item.itemId, toEpisode(item)]));
}

/** Where the episode is that had this name before; undefined when there is none. */
export async function findPathByOldName(current: Current, name: string): Promise<string | undefined> {
  const holder = await findByOldName(current, PODCAST_CRATE, name);
  return holder && toEpisode(holder).path;
}

/** The show notes, rendered with the blocks of posts. @throws Problem 404, 503 when too many texts are being rendered */
export async function readNotes(current: Current, { itemId }: Pick<Episode, 'itemId'>): Promise<Article> {
  return renderNotes(current, await getItemBody(current, PODCAST_CRATE, itemId));
}

export function renderNotes(current: Current, notes: ItemWithBody): Promise<Article> {
  return renderArticle(current, {
    key: `${notes.item.itemId} ${notes.item.etag}`,
    locale: DEFAULT_LOCALE,
    read: () => readText(current, notes),
  });
}

export interface EpisodesAround {
  readonly newer: EpisodeWithAudio | undefined;
  readonly older: EpisodeWithAudio | undefined;
}

export async function findEpisodesAround(current: Current, { itemId, createdAt }: Episode): Promise<EpisodesAround> {
  const beside = async (operator: '<' | '>', ascending: boolean) => {
    const { items } = await EPISODE_ITEMS.page(current, {
      limit: 1,
      sort: { field: 'createdAt', ascending },
      dates: [{ field: 'createdAt', operator, at: new Date(createdAt) }],
      tags: { excluded: NOT_LISTED },
    });
    return items.filter((item) => item.itemId !== itemId).map(toEpisode);
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
    const episode = toEpisode(item);
    yield { path: episode.path, lastmod: new Date(item.updatedAt), image: coverUrl(episode) };
  }
}
