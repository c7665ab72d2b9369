import { htmlLang } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { show } from '#content/podcast.ts';
import { element, xmlDocument } from '#lib/syndication/xml.ts';
import type { XmlElement } from '#lib/syndication/xml.ts';

import { audioPath, chaptersPath, transcriptPath } from '../episode.ts';
import type { AudioFacts, EpisodePerson, EpisodeWithAudio } from '../episode.ts';

/** All addresses are absolute. */
interface ShowFeed {
  readonly title: string;
  /** Of the show wherever it is served. */
  readonly guid: string;
  readonly pageUrl: string;
  readonly url: string;
  /** Who is told of news, and tells others. */
  readonly hubUrl: string | undefined;
  readonly publicUrl: string;
  readonly coverUrl: string;
  readonly coverWidth: number;
  readonly updatedAt: Date;
  readonly people: readonly EpisodePerson[];
  readonly entries: readonly FeedEpisode[];
}

export interface FeedEpisode extends EpisodeWithAudio {
  readonly audio: AudioFacts;
  readonly coverUrl: string;
  /** Safe, with absolute addresses. */
  readonly html: string | undefined;
}

/** RSS 2.0 with all that players of podcasts know: the namespaces of Apple and of podcastindex.org. */
export function showXml(feed: ShowFeed): string {
  const { title, guid, pageUrl, url, hubUrl, coverUrl, updatedAt, publicUrl, entries, people } = feed;
  const channel = element(
    'channel',
    {},
    element('title', {}, title),
    element('link', {}, pageUrl),
    element('description', {}, show.description),
    element('language', {}, show.language),
    element('copyright', {}, show.copyright),
    element('lastBuildDate', {}, updatedAt.toUTCString()),
    element('atom:link', { rel: 'self', type: 'application/rss+xml', href: url }),
    hubUrl === undefined ? undefined : element('atom:link', { rel: 'hub', href: hubUrl }),
    element('image', {}, element('url', {}, coverUrl), element('title', {}, title), element('link', {}, pageUrl)),
    ...appleFacts(coverUrl),
    element('podcast:guid', {}, guid),
    element('podcast:locked', { owner: show.email }, 'yes'),
    element('podcast:medium', {}, 'podcast'),
    element('podcast:txt', { purpose: 'about' }, NO_VOICES),
    buildImage(coverUrl, '', feed.coverWidth),
    ...people.map((person) => buildPerson(person, publicUrl)),
    ...entries.filter(({ kind }) => kind === 'trailer').map((episode) => buildTrailer(episode, publicUrl)),
    ...entries.map((episode) => buildItem(episode, feed)),
  );
  return xmlDocument(element('rss', { version: '2.0', ...NAMESPACES }, channel));
}

const NAMESPACES = {
  'xmlns:atom': 'http://www.w3.org/2005/Atom',
  'xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
  'xmlns:itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd',
  'xmlns:podcast': 'https://podcastindex.org/namespace/1.0',
};

const NO_VOICES =
  'Nobody speaks in this show: it is music and noises made by rule, and the words are in the transcripts.';

function appleFacts(coverUrl: string): XmlElement[] {
  const owner = [element('itunes:name', {}, show.author), element('itunes:email', {}, show.email)];
  return [
    element('itunes:author', {}, show.author),
    element('itunes:owner', {}, ...owner),
    element('itunes:image', { href: coverUrl }),
    ...show.categories.map(({ name, part }) =>
      element('itunes:category', { text: name }, element('itunes:category', { text: part })),
    ),
    element('itunes:explicit', {}, 'false'),
    element('itunes:type', {}, 'episodic'),
  ];
}

function buildImage(href: string, alt: string, width: number): XmlElement {
  const about = { 'aspect-ratio': '1/1', width: String(width), type: 'image/jpeg', purpose: 'artwork' };
  return element('podcast:image', { href, alt: alt === '' ? undefined : alt, ...about });
}

function buildPerson({ name, role, href }: EpisodePerson, publicUrl: string): XmlElement {
  return element('podcast:person', { role, href: href?.startsWith('/') ? publicUrl + href : href }, name);
}

function buildTrailer(episode: FeedEpisode, publicUrl: string): XmlElement {
  const { title, audio, date, season } = episode;
  return element(
    'podcast:trailer',
    {
      url: publicUrl + audioPath(episode),
      pubdate: new Date(date).toUTCString(),
      length: String(audio.bytes),
      type: audio.type,
      season: season?.toString(),
    },
    title,
  );
}

function buildItem(episode: FeedEpisode, { publicUrl, coverWidth }: ShowFeed): XmlElement {
  const { itemId, path, title, blurb, date, audio, html, coverUrl, coverAlt, topics } = episode;
  return element(
    'item',
    {},
    element('title', {}, title),
    element('link', {}, publicUrl + path),
    // Neither another name nor other sound makes it another episode, nor another host.
    element('guid', { isPermaLink: 'false' }, itemId),
    element('pubDate', {}, new Date(date).toUTCString()),
    element('description', {}, blurb),
    html ? element('content:encoded', {}, html) : undefined,
    element('enclosure', { url: publicUrl + audioPath(episode), length: String(audio.bytes), type: audio.type }),
    ...topics.map((topic) => element('category', {}, topic)),
    element('itunes:duration', {}, String(Math.round(audio.seconds))),
    element('itunes:image', { href: coverUrl }),
    element('itunes:explicit', {}, 'false'),
    ...buildNumbering(episode),
    buildImage(coverUrl, coverAlt, coverWidth),
    ...listening(episode, publicUrl),
  );
}

function buildNumbering({ kind, season, number }: FeedEpisode): XmlElement[] {
  return [
    element('itunes:episodeType', {}, kind),
    ...(season === undefined ? [] : ['itunes:season', 'podcast:season'].map((name) => element(name, {}, `${season}`))),
    ...(number === undefined
      ? []
      : ['itunes:episode', 'podcast:episode'].map((name) => element(name, {}, `${number}`))),
  ];
}

function listening(episode: FeedEpisode, publicUrl: string): XmlElement[] {
  const { people, chapters, soundbites, transcriptIds } = episode;
  const locales = Object.keys(transcriptIds) as Locale[];
  return [
    ...people.map((person) => buildPerson(person, publicUrl)),
    ...locales.map((locale) => {
      const url = publicUrl + transcriptPath(episode, locale);
      return element('podcast:transcript', { url, type: 'text/vtt', language: htmlLang(locale), rel: 'captions' });
    }),
    ...(chapters.length === 0
      ? []
      : [element('podcast:chapters', { url: publicUrl + chaptersPath(episode), type: 'application/json+chapters' })]),
    ...soundbites.map(({ start, duration, title }) =>
      element('podcast:soundbite', { startTime: start.toFixed(1), duration: duration.toFixed(1) }, title),
    ),
  ];
}
