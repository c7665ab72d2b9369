import { useText } from '#app/current/locale.ts';
import { formatClock } from '#lib/audio/webvtt.ts';

import { PlayerMark } from '../player/player-marks.tsx';
import { toggle, useSavedPosition, usePlayed } from '../player/player.ts';
import type { Playable } from '../player/player.ts';
import { listen } from '../player/start.tsx';
import '../podcast.css';

interface PlayButtonProps {
  readonly episode: Playable;
  /** From a link that names it. */
  readonly from?: number | undefined;
  /** Where its reader has stopped, on whatever device. */
  readonly position?: number | undefined;
  readonly isLarge?: boolean;
}

export function PlayButton({ episode, from, position, isLarge = false }: PlayButtonProps) {
  const { text } = useText();
  const isThis = usePlayed(({ episode: played }) => played?.itemId === episode.itemId);
  const isPlaying = usePlayed((state) => state.isPlaying) && isThis;
  const here = useSavedPosition(episode);
  const start = from ?? here ?? position;
  const press = () => (isThis ? toggle() : listen(episode, start));
  const words =
    isPlaying || isThis || start === undefined
      ? text(isPlaying ? 'podcast.page.pause' : 'podcast.page.play')
      : text('podcast.page.playFrom', { time: formatClock(start) });
  return (
    <button type="button" className={`play-button ${isLarge ? 'play-button-large' : ''}`} onClick={press}>
      <PlayerMark name={isPlaying ? 'pause' : 'play'} />
      <span className={isLarge ? '' : 'sr-only'}>{words}</span>
      {!isLarge && <span className="sr-only">{`: ${episode.title}`}</span>}
    </button>
  );
}
