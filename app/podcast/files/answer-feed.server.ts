import { createHash } from 'node:crypto';

import { asVisitor } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import { DEFAULT_LOCALE } from '#app/current/locale.ts';
import type { Item } from '#app/storage/item.ts';
import type { ItemWithBody } from '#app/storage/items.server.ts';
import { MAX_LIMIT } from '#app/storage/search/search.ts';
import { show } from '#content/podcast.ts';
import { studio } from '#content/studio.ts';
import type { TopicWatch } from '#lib/database/pub-sub.server.ts';
import { isFresh } from '#lib/http/conditions.ts';
import { LruCache } from '#lib/lru-cache.ts';
import { Problem } from '#lib/problem.ts';
import { toSyndicatedHtml } from '#lib/syndication/feed-document.ts';
import { uuidv5 } from '#lib/uuid.server.ts';

import { toEpisode, showFeedPath } from '../episode.ts';
import type { EpisodePerson } from '../episode.ts';
import {
  COVER_WIDTH,
  EPISODE_ITEMS,
  coverUrl,
  findPublishedItems,
  renderNotes,
  withAudio,
} from '../episodes.server.ts';
import { noEpisode } from '../problems.ts';
import { showXml } from './feed-xml.ts';
import type { FeedEpisode } from './feed-xml.ts';

/** The feed of the show or a topic, as everyone may hear it; or 304. @throws Problem 404 for a topic of no episode */
export async function answerShowFeed(current: Current, request: Request, topic?: string): Promise<Response> {
  const visitor = asVisitor(current, DEFAULT_LOCALE);
  const items = await findPublishedItems(visitor, topic);
  if (topic !== undefined && items.length === 0) throw new Problem(noEpisode);
  const episodes = (await withAudio(visitor, items.map(toEpisode))).flatMap(hearable);
  const { publicUrl, WEBSUB_HUB: hubUrl } = current.config;
  const version = JSON.stringify([publicUrl, hubUrl, topic, items.map(({ etag }) => etag), episodes]);
  const written = current.db.processState.get(createWritten);
  const { xml, etag } = await getWhileCurrent(visitor, written, computeDigest(version), async (visitor) => {
    const xml = writeFeed(visitor, topic, await withNotes(visitor, items, episodes));
    return { xml, etag: `"${computeDigest(xml)}"` };
  });
  const headers = {
    'content-type': 'application/rss+xml; charset=utf-8',
    'cache-control': 'public, no-cache',
    etag,
    'access-control-allow-origin': '*',
    ...(hubUrl && { link: `<${hubUrl}>; rel="hub", <${publicUrl}${showFeedPath(topic)}>; rel="self"` }),
  };
  if (isFresh(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers });
  return new Response(xml, { headers });
}

function computeDigest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

type CachedValue<Value> = Value & { readonly watch: TopicWatch };

/** Blocks in notes show other things than the episode, such as releases, which may be hidden at any time. */
async function getWhileCurrent<Value>(
  current: Current,
  cache: LruCache<CachedValue<Value>>,
  key: string,
  make: (current: Current) => Promise<Value>,
): Promise<Value> {
  const get = () =>
    cache.get(key, async () => {
      const watch = current.pubSub.watchTopics();
      return { ...(await make({ ...current, topicWatch: watch })), watch };
    });
  let value = await get();
  if (!value.watch.isCurrent) {
    cache.delete(key);
    value = await get();
  }
  current.topicWatch?.include(value.watch);
  return value;
}

/** All players ask for the same, most of them once an hour. */
const createWritten = () => new LruCache<CachedValue<{ xml: string; etag: string }>>(32);

type Hearable = Omit<FeedEpisode, 'html' | 'coverUrl'>;

function hearable({ audio, ...episode }: Awaited<ReturnType<typeof withAudio>>[number]): Hearable[] {
  return audio === undefined ? [] : [{ ...episode, audio }];
}

function writeFeed({ config }: Current, topic: string | undefined, entries: readonly FeedEpisode[]): string {
  const { publicUrl, WEBSUB_HUB: hubUrl } = config;
  const path = showFeedPath(topic);
  const query = topic === undefined ? '' : `?${new URLSearchParams({ topic })}`;
  return showXml({
    title: topic === undefined ? show.title : `${show.title}: ${topic}`,
    // By the studio's own host: another one, such as of a test stage, makes it no other show.
    guid: showGuid(studio.origin + path),
    pageUrl: `${publicUrl}/podcast${query}`,
    url: publicUrl + path,
    hubUrl,
    publicUrl,
    coverUrl: publicUrl + coverUrl(show),
    coverWidth: COVER_WIDTH,
    updatedAt: new Date(Math.max(0, ...entries.map(({ updatedAt }) => Date.parse(updatedAt)))),
    people: pickHosts(entries),
    entries,
  });
}

/** By the address of its feed, which has no scheme and ends with no slash. */
export function showGuid(feedUrl: string): string {
  return uuidv5(PODCASTS, feedUrl.replace(/^[a-z]+:\/\//i, '').replace(/\/+$/, ''));
}

/** Of the podcast namespace. */
const PODCASTS = 'ead4c236-bf58-58c6-a2c6-a6b28d128cb6';

function pickHosts(entries: readonly FeedEpisode[]): EpisodePerson[] {
  const hosts = entries.flatMap(({ people }) => people.filter(({ role }) => role === 'host'));
  return [...Map.groupBy(hosts, ({ name }) => name).values()].flatMap((same) =>
    same.length * 2 > entries.length ? same.slice(0, 1) : [],
  );
}

async function withNotes(
  current: Current,
  items: readonly Item[],
  episodes: readonly Hearable[],
): Promise<FeedEpisode[]> {
  const { publicUrl } = current.config;
  const rendered = current.db.processState.get(createNotes);
  const etags = new Map(items.map(({ itemId, etag }) => [itemId, etag]));
  const bodyAt = readBodies(current, episodes);
  const entries: FeedEpisode[] = [];
  // One after the other: a thousand long texts at once would be too many for those who render them.
  for (const [at, episode] of episodes.entries()) {
    const key = `${publicUrl} ${episode.itemId} ${etags.get(episode.itemId)}`;
    const { html } = await getWhileCurrent(current, rendered, key, async (current) => {
      const found = await bodyAt(at);
      const notes = found && (await renderNotes(current, found));
      return { html: notes && toSyndicatedHtml(notes.html, publicUrl + episode.path) };
    });
    entries.push(Object.assign(episode, { coverUrl: publicUrl + coverUrl(episode), html }));
  }
  return entries;
}

/** What has been rendered stays while its episode does: after a change of one, the others are only written again. */
const createNotes = () => new LruCache<CachedValue<{ html: string | undefined }>>(2048);

/** Many with one statement, when the first of them is wanted. */
function readBodies(
  current: Current,
  episodes: readonly Hearable[],
): (at: number) => Promise<ItemWithBody | undefined> {
  const pages = new Map<number, Promise<ReadonlyMap<string, ItemWithBody>>>();
  return async (at) => {
    const first = at - (at % MAX_LIMIT);
    const ids = episodes.slice(first, first + MAX_LIMIT).map(({ itemId }) => itemId);
    const page = pages.get(first) ?? EPISODE_ITEMS.bodies(current, ids);
    pages.set(first, page);
    return (await page).get(ids[at - first] ?? '');
  };
}
