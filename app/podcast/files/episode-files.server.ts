import { asPerson } from '#app/current/current.server.ts';
import type { Current } from '#app/current/current.server.ts';
import type { Locale } from '#app/current/locale.ts';
import { Collection } from '#app/storage/collection.server.ts';
import { readText } from '#app/storage/downloads.server.ts';
import { isItemId } from '#app/storage/item.ts';
import type { Item } from '#app/storage/item.ts';
import type { ItemWithBody } from '#app/storage/items.server.ts';
import { readAudioFormat } from '#lib/audio/audio-format.server.ts';
import { parseWebVtt } from '#lib/audio/parse-webvtt.ts';
import type { Cue } from '#lib/audio/webvtt.ts';
import { LruCache } from '#lib/lru-cache.ts';
import { problemAt } from '#lib/problem.ts';

import { PODCAST_FILES_CRATE } from '../cache-topics.ts';
import type { AudioFacts, Episode } from '../episode.ts';
import { transcriptLocale } from '../page/playable.ts';
import { unreadableAudio, unreadableTranscript, utf16Transcript } from '../problems.ts';

export const EPISODE_FILES = new Collection(PODCAST_FILES_CRATE);

/**
 * A file never changes: a new one is another item, and the episode says which it has. So an address serves one file whole or
 * the next one whole, and an older state of the episode has its own. Needs staff.
 * @throws Problem 400 for what is no audio, 401, 403, 413, 507
 */
export async function storeAudio(current: Current, bytes: Uint8Array<ArrayBuffer>): Promise<Item> {
  const { type, seconds, channels } = await readAudio(bytes);
  return storeFile(current, bytes, type, { tags: ['audio'], map: { seconds, channels } });
}

/** Types that podcast players take, by the container that is in the file, whatever it is called. */
const TYPES: Readonly<Record<string, string>> = { MPEG: 'audio/mpeg', 'M4A/mp42/isom': 'audio/mp4' };

interface ReadAudio {
  readonly type: string;
  readonly seconds: number;
  readonly channels: number;
}

/** Read from the file itself, all of it: what its head says of its length may be wrong. @throws Problem 400 for what is no audio */
export async function readAudio(bytes: Uint8Array): Promise<ReadAudio> {
  const { container = '', seconds = 0, channels = 0 } = (await readAudioFormat(bytes)) ?? {};
  const type = TYPES[container] ?? (/M4A|mp4/i.test(container) ? 'audio/mp4' : undefined);
  if (type === undefined || seconds < 1) throw problemAt('audio', unreadableAudio);
  return { type, seconds: Math.round(seconds * 1000) / 1000, channels };
}

/** Needs staff. @throws Problem 400 for what is no transcript, 401, 403, 413, 507 */
export async function storeTranscript(current: Current, text: string, locale: Locale): Promise<Item> {
  if (HAS_UTF16_HEAD.test(text)) throw problemAt('transcript', utf16Transcript);
  if (!parseWebVtt(text)?.length) throw problemAt('transcript', unreadableTranscript);
  return storeFile(current, Buffer.from(text), TRANSCRIPT_TYPE, { tags: ['transcript', `locale:${locale}`], map: {} });
}

/** Each letter of `WEBVTT` has two bytes, of which one is zero. */
const HAS_UTF16_HEAD = /^\P{L}{0,3}W\0/u;
const TRANSCRIPT_TYPE = 'text/vtt; charset=utf-8';

function storeFile(
  current: Current,
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
  parameters: Pick<Item, 'tags' | 'map'>,
): Promise<Item> {
  const { userId } = current.actor;
  const collaborators = userId === undefined ? {} : { collaborators: [userId] };
  return EPISODE_FILES.create(current, { ...parameters, ...collaborators }, { bytes, contentType: type });
}

/** By the ids of their files, in one statement. Whether the caller may see the episode is up to whoever asks. */
export async function findAudioFacts(current: Current, ids: readonly string[]): Promise<Map<string, AudioFacts>> {
  const files = await findFiles(current, ids);
  return new Map(
    files.map(({ item: { itemId, bytes, mimetype, map } }) => {
      return [itemId, { bytes, type: mimetype, seconds: Number(map['seconds'] ?? 0) }] as const;
    }),
  );
}

/** Of an episode that the caller may see; undefined for one that is gone. */
export async function findFile(current: Current, id: string): Promise<ItemWithBody | undefined> {
  const [file] = await findFiles(current, [id]);
  return file;
}

/** The crate of files is for staff alone: what of it others get, an episode that they may see decides. */
export async function findFiles(current: Current, ids: readonly string[]): Promise<ItemWithBody[]> {
  const reader = asPerson(current, { userId: undefined, role: 'staff' }, current.now());
  return [...(await EPISODE_FILES.bodies(reader, ids.filter(isItemId))).values()];
}

interface Transcript {
  readonly locale: Locale;
  readonly cues: readonly Cue[];
}

/** In the language of the reader where there is one, else in any. */
export async function findTranscript(current: Current, { transcriptIds }: Episode): Promise<Transcript | undefined> {
  const locale = transcriptLocale(transcriptIds, current.locale);
  const id = locale && transcriptIds[locale];
  const file = id === undefined ? undefined : await findFile(current, id);
  if (locale === undefined || file === undefined) return undefined;
  const read = current.db.processState.get(createTranscripts);
  return {
    locale,
    cues: await read.get(
      `${file.item.itemId} ${file.item.etag}`,
      async () => parseWebVtt(await readText(current, file)) ?? [],
    ),
  };
}

/** By id and etag of their files. */
const createTranscripts = () => new LruCache<readonly Cue[]>(32);
