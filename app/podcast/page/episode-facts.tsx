import { useText } from '#app/current/locale.ts';
import { formatClock } from '#lib/audio/webvtt.ts';
import { LocalTime } from '#lib/locale/time.tsx';

import { formatEpisodeNumber } from '../episode.ts';
import type { EpisodeWithAudio } from '../episode.ts';

export function EpisodeFacts({ episode }: { readonly episode: EpisodeWithAudio }) {
  const { text } = useText();
  const { kind, date, audio } = episode;
  const episodeNumber = formatEpisodeNumber(episode);
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm font-bold">
      {episodeNumber !== undefined && <span className="episode-place">{episodeNumber}</span>}
      {kind !== 'full' && (
        <span className="episode-place">
          {text(kind === 'trailer' ? 'podcast.page.trailer' : 'podcast.page.bonus')}
        </span>
      )}
      <LocalTime at={date} isDay />
      {audio && <span>{formatClock(audio.seconds)}</span>}
    </p>
  );
}
