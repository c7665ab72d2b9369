import { htmlLang } from '#app/current/locale.ts';
import type { Locale } from '#app/current/locale.ts';
import { show } from '#content/podcast.ts';

import { audioPath, transcriptPath } from '../episode.ts';
import type { EpisodeWithAudio } from '../episode.ts';
import type { Playable } from '../player/player.ts';

/** What a player needs of it; undefined for an episode without sound. @param reader whose language the captions have, where they can */
export function toPlayable(episode: EpisodeWithAudio, reader: Locale): Playable | undefined {
  const { itemId, path, title, cover, chapters, audio, transcriptIds } = episode;
  if (audio === undefined) return undefined;
  const locale = transcriptLocale(transcriptIds, reader);
  return {
    itemId,
    path,
    title,
    cover,
    chapters,
    show: show.title,
    audio: audioPath(episode),
    seconds: audio.seconds,
    transcript: locale && { path: transcriptPath(episode, locale), lang: htmlLang(locale) },
  };
}

/** That of the reader, else any. */
export function transcriptLocale(ids: EpisodeWithAudio['transcriptIds'], reader: Locale): Locale | undefined {
  const locales = Object.keys(ids) as Locale[];
  return locales.find((locale) => locale === reader) ?? locales[0];
}
