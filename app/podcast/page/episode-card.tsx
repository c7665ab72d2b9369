import { VisibilityMark } from '#app/articles/visibility-mark.tsx';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Picture } from '#app/media/picture.tsx';

import type { EpisodeWithAudio } from '../episode.ts';
import type { Playable } from '../player/player.ts';
import { EpisodeFacts } from './episode-facts.tsx';
import { PlayButton } from './play-button.tsx';

interface EpisodeCardProps {
  readonly episode: EpisodeWithAudio;
  /** Undefined for one without sound. */
  readonly playable: Playable | undefined;
}

export function EpisodeCard({ episode, playable }: EpisodeCardProps) {
  const { path, title, blurb, cover, coverAlt, visibility } = episode;
  return (
    <article className="episode-card">
      <Picture
        of={cover}
        alt={coverAlt}
        width={160}
        height={160}
        maxWidth={512}
        loading="lazy"
        className="episode-cover"
      />
      <div className="min-w-0 space-y-2">
        <EpisodeFacts episode={episode} />
        <h3 lang="en" className="text-lg">
          <SiteLink to={path} className="inline-block py-1 wrap-anywhere hover:underline">
            {title}
          </SiteLink>
        </h3>
        <VisibilityMark visibility={visibility} />
        <p lang="en">{blurb}</p>
      </div>
      {playable && <PlayButton episode={playable} />}
    </article>
  );
}
