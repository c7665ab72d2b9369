import { useEffect } from 'react';

import { VisibilityMark } from '#app/articles/visibility-mark.tsx';
import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Picture } from '#app/media/picture.tsx';
import { show } from '#content/podcast.ts';
import { formatClock } from '#lib/audio/webvtt.ts';
import { CallError } from '#lib/calls/browser/call-error.ts';
import { useCallClient } from '#lib/calls/browser/use-call-client.ts';
import { buttonClass } from '#lib/ui/button.tsx';
import { CopyButton } from '#lib/ui/copy-button.tsx';

import { keepPlace } from '../calls.ts';
import type { EpisodeWithAudio } from '../episode.ts';
import { usePlayed } from '../player/player.ts';
import type { Playable } from '../player/player.ts';
import { savePositionsBy } from '../player/saved-positions.ts';
import { EpisodeFacts } from './episode-facts.tsx';
import { PlayButton } from './play-button.tsx';

interface ListenProps {
  readonly episode: EpisodeWithAudio;
  readonly playable: Playable | undefined;
  readonly from: number | undefined;
  /** Where its reader has stopped, on whatever device. */
  readonly position: number | undefined;
  readonly isSignedIn: boolean;
  readonly address: string;
}

const MEGABYTES = { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 } as const;

export function Listen({ episode, playable, from, position, isSignedIn, address }: ListenProps) {
  const { text, formatNumber } = useText();
  useSharedPositions(isSignedIn);
  const { title, blurb, cover, coverAlt, visibility, itemId } = episode;
  return (
    <header className="episode-header">
      <Picture of={cover} alt={coverAlt} width={320} height={320} maxWidth={960} className="show-cover" />
      <div className="min-w-0 space-y-4">
        <SiteLink to="/podcast" className="inline-block py-1 font-bold underline" lang="en">
          {show.title}
        </SiteLink>
        <h1 lang="en" className="squiggle text-3xl wrap-anywhere sm:text-4xl">
          {title}
        </h1>
        <VisibilityMark visibility={visibility} />
        <EpisodeFacts episode={episode} />
        <p lang="en" className="text-lg">
          {blurb}
        </p>
        {playable === undefined ? (
          <p className="font-bold">{text('podcast.page.silent')}</p>
        ) : (
          <div className="flex flex-wrap items-center gap-4">
            <PlayButton episode={playable} from={from} position={position} isLarge />
            {/* Without scripts the browser's own player plays, from the same second. */}
            <audio
              controls
              preload="none"
              src={playable.audio + (from === undefined ? '' : `#t=${from}`)}
              className="hidden w-full [@media(scripting:none)]:block"
            >
              <track kind="captions" src={playable.transcript?.path} srcLang={playable.transcript?.lang} />
            </audio>
            <a
              href={playable.audio}
              download={episode.slug + playable.audio.slice(playable.audio.lastIndexOf('.'))}
              className={buttonClass('quiet')}
            >
              {text('podcast.page.download', {
                size: formatNumber((episode.audio?.bytes ?? 0) / 1_000_000, MEGABYTES),
              })}
            </a>
            <ShareMoment episodeId={itemId} address={address} />
          </div>
        )}
        {from !== undefined && <p className="text-sm">{text('podcast.page.fromLink', { time: formatClock(from) })}</p>}
      </div>
    </header>
  );
}

/** Has the player keep for all devices where somebody who is signed in stops; it goes on when the page is left. */
function useSharedPositions(isSignedIn: boolean): void {
  const { ask } = useCallClient();
  useEffect(() => {
    const keep = async (itemId: string, seconds: number) => {
      try {
        await ask(keepPlace, { params: { itemId }, body: { seconds } });
      } catch (error) {
        // Without a network, and for who has signed out meanwhile, this device alone remembers.
        if (!(error instanceof CallError)) throw error;
      }
    };
    savePositionsBy(isSignedIn ? (itemId, seconds) => void keep(itemId, seconds) : undefined);
  }, [ask, isSignedIn]);
}

interface ShareMomentProps {
  readonly episodeId: string;
  /** Absolute. */
  readonly address: string;
}

function ShareMoment({ episodeId, address }: ShareMomentProps) {
  const { text } = useText();
  const time = usePlayed(({ episode, time }) => (episode?.itemId === episodeId ? Math.floor(time) : 0));
  return (
    <CopyButton
      words={time === 0 ? address : `${address}?t=${time}`}
      label={time === 0 ? text('podcast.page.copy') : text('podcast.page.copyAt', { time: formatClock(time) })}
      copied={text('podcast.page.copied')}
    />
  );
}
