import { htmlLang } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { show } from '#content/podcast.ts';
import type { JsonLd } from '#lib/json-ld/json-ld.tsx';

import { audioPath, transcriptPath } from './episode.ts';
import type { EpisodeWithAudio } from './episode.ts';
import { coverUrl } from './episodes.server.ts';

export function seriesData(publicUrl: string): JsonLd {
  return {
    '@type': 'PodcastSeries',
    '@id': `${publicUrl}/podcast#show`,
    name: show.title,
    description: show.description,
    url: `${publicUrl}/podcast`,
    webFeed: publicUrl + show.feedPath,
    inLanguage: show.language,
    image: publicUrl + coverUrl(show),
  };
}

export function episodeData(publicUrl: string, episode: EpisodeWithAudio): JsonLd {
  const { path, title, blurb, date, number, season, audio, transcriptIds } = episode;
  const locales = Object.keys(transcriptIds) as Locale[];
  return {
    '@type': 'PodcastEpisode',
    name: title,
    description: blurb,
    url: publicUrl + path,
    datePublished: date,
    image: publicUrl + coverUrl(episode),
    inLanguage: show.language,
    ...(number !== undefined && { episodeNumber: number }),
    ...(season !== undefined && { partOfSeason: { '@type': 'PodcastSeason', seasonNumber: season } }),
    partOfSeries: { '@type': 'PodcastSeries', '@id': `${publicUrl}/podcast#show`, name: show.title },
    ...(audio && {
      timeRequired: `PT${Math.round(audio.seconds)}S`,
      associatedMedia: {
        '@type': 'AudioObject',
        contentUrl: publicUrl + audioPath(episode),
        encodingFormat: audio.type,
        contentSize: String(audio.bytes),
        duration: `PT${Math.round(audio.seconds)}S`,
        caption: locales.map((locale) => ({
          '@type': 'MediaObject',
          encodingFormat: 'text/vtt',
          inLanguage: htmlLang(locale),
          contentUrl: publicUrl + transcriptPath(episode, locale),
        })),
      },
    }),
  };
}
