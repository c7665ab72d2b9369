import { LOCALES } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { tagValues, readVisibility } from '#app/storage/item-tags.ts';
import type { Visibility } from '#app/storage/item-tags.ts';
import type { Item } from '#app/storage/item.ts';
import { show } from '#content/podcast.ts';
import { parseClock } from '#lib/audio/webvtt.ts';

export const EPISODE_KINDS = ['full', 'trailer', 'bonus'] as const;
type EpisodeKind = (typeof EPISODE_KINDS)[number];

/** The metadata of an episode, from its item; its show notes are the item's body. */
export interface Episode {
  readonly itemId: string;
  /** The last part of its address. */
  readonly slug: string;
  readonly path: string;
  readonly title: string;
  readonly blurb: string;
  /** The name of a snippet. */
  readonly cover: string;
  readonly coverAlt: string;
  readonly season: number | undefined;
  readonly number: number | undefined;
  readonly kind: EpisodeKind;
  readonly people: readonly EpisodePerson[];
  readonly chapters: readonly EpisodeChapter[];
  readonly soundbites: readonly Soundbite[];
  readonly topics: readonly string[];
  /** The id of the item of its files that has the sound; undefined while there is none. */
  readonly audioId: string | undefined;
  /** Ids of items of its files, by locale. */
  readonly transcriptIds: Partial<Readonly<Record<Locale, string>>>;
  /** ISO 8601, as the others. */
  readonly date: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly visibility: Visibility;
}

export interface EpisodePerson {
  readonly name: string;
  readonly role: string;
  /** A path of this site, or a whole address. */
  readonly href: string | undefined;
}

export interface EpisodeChapter {
  /** Seconds. */
  readonly start: number;
  readonly title: string;
}

interface Soundbite extends EpisodeChapter {
  /** Seconds. */
  readonly duration: number;
}

export interface AudioFacts {
  readonly bytes: number;
  readonly type: string;
  readonly seconds: number;
}

/** An episode that can be listened to, unless it is too early for that. */
export interface EpisodeWithAudio extends Episode {
  readonly audio: AudioFacts | undefined;
}

const DEFAULT_COVER = 'podcast';

export function toEpisode(item: Item): Episode {
  const { itemId, name, map, createdAt, updatedAt } = item;
  const slug = name ?? itemId;
  const words = (key: string) => (typeof map[key] === 'string' ? map[key] : '');
  const whole = (key: string) => (typeof map[key] === 'number' ? map[key] : undefined);
  const date = words('date');
  return {
    itemId,
    slug,
    path: episodePath(slug),
    title: words('title') || slug,
    blurb: words('blurb'),
    cover: words('image') || DEFAULT_COVER,
    coverAlt: words('imageAlt'),
    season: whole('season'),
    number: whole('episode'),
    kind: EPISODE_KINDS.find((kind) => kind === map['kind']) ?? 'full',
    people: parsePeople(words('people')),
    chapters: parseChapters(words('chapters')),
    soundbites: parseSoundbites(words('soundbites')),
    topics: tagValues(item, 'topic'),
    audioId: words('audio') || undefined,
    transcriptIds: Object.fromEntries(
      LOCALES.map((locale) => [locale, words(transcriptKey(locale))]).filter(([, id]) => id !== ''),
    ),
    date: Number.isNaN(Date.parse(date)) ? createdAt : date,
    createdAt,
    updatedAt,
    visibility: readVisibility(item),
  };
}

/** Of the item's map, where the id of a transcript stands. */
export function transcriptKey(locale: Locale): string {
  return `transcript:${locale}`;
}

/** Of the show, or of what it has about a topic. */
export function showFeedPath(topic?: string): string {
  return topic === undefined ? show.feedPath : `/podcast/topics/${encodeURIComponent(topic)}/rss.xml`;
}

export function episodePath(slug: string): string {
  return `/podcast/${encodeURIComponent(slug)}`;
}

/** At the address of its episode, with the ending that its type has. */
export function audioPath({ path, audio }: Pick<EpisodeWithAudio, 'path' | 'audio'>): string {
  return `${path}/audio.${audio?.type === 'audio/mp4' ? 'm4a' : 'mp3'}`;
}

export function chaptersPath({ path }: Pick<Episode, 'path'>): string {
  return `${path}/chapters.json`;
}

export function transcriptPath({ path }: Pick<Episode, 'path'>, locale: Locale): string {
  return `${path}/transcript.${locale}.vtt`;
}

/** Lines such as `1:02 The part with the frog`, in the order of their times. */
export function parseChapters(lines: string): EpisodeChapter[] {
  return splitLines(lines)
    .flatMap((line) => parseChapter(line) ?? [])
    .toSorted((one, other) => one.start - other.start);
}

/** Undefined for a line that is none. */
export function parseChapter(line: string): EpisodeChapter | undefined {
  const [, clock = '', title = ''] = /^([\d:.]+)\s+(\S.*)$/.exec(line) ?? [];
  const start = parseClock(clock);
  return start === undefined ? undefined : { start, title };
}

/** Lines such as `1:02 15 The part with the frog`: from when, for how many seconds, and what it is. */
export function parseSoundbites(lines: string): Soundbite[] {
  return parseChapters(lines).flatMap((chapter) => parseSoundbite(chapter) ?? []);
}

/** Undefined where the title says no duration. */
export function parseSoundbite({ start, title }: EpisodeChapter): Soundbite | undefined {
  const [, duration = '', words = ''] = /^(\d{1,3}(?:\.\d+)?)\s+(\S.*)$/.exec(title) ?? [];
  return duration === '' ? undefined : { start, duration: Number(duration), title: words };
}

export function parsePeople(lines: string): EpisodePerson[] {
  return splitLines(lines).map((line) => {
    const [name = '', role = '', href = ''] = line.split('|').map((part) => part.trim());
    return { name, role: role || 'host', href: /^(?:\/(?!\/)|https:\/\/)/i.test(href) ? href : undefined };
  });
}

export function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Its season and number, in the short way that players have for it. */
export function formatEpisodeNumber({ season, number }: Pick<Episode, 'season' | 'number'>): string | undefined {
  if (number === undefined) return undefined;
  return season === undefined ? `#${number}` : `S${season} E${number}`;
}

/** Of the chapters that have begun by then, the last. */
export function chapterAt(chapters: readonly EpisodeChapter[], seconds: number): EpisodeChapter | undefined {
  return chapters.findLast(({ start }) => start <= seconds);
}
