import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';

import { useText } from '#app/current/locale.ts';
import { formatClock } from '#lib/audio/webvtt.ts';
import { InlineScript } from '#lib/nonce/nonce.tsx';

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
  const { button, isServers } = useEarlyPress(press);
  const words =
    isPlaying || isThis || start === undefined
      ? text(isPlaying ? 'podcast.page.pause' : 'podcast.page.play')
      : text('podcast.page.playFrom', { time: formatClock(start) });
  return (
    <>
      {isLarge && isServers && <InlineScript text={KEEP_PRESS} />}
      <button
        ref={button}
        type="button"
        className={`play-button ${isLarge ? 'play-button-large' : ''}`}
        onClick={press}
      >
        <PlayerMark name={isPlaying ? 'pause' : 'play'} />
        <span className={isLarge ? '' : 'sr-only'}>{words}</span>
        {!isLarge && <span className="sr-only">{`: ${episode.title}`}</span>}
      </button>
    </>
  );
}

declare global {
  // A property of `globalThis` is declared by `var` alone.
  // oxlint-disable-next-line no-var
  var earlyPress: Element | null | undefined;
}

/** Of the buttons of a page, in front of the large one: which was pressed last, for when its script has come. */
const KEEP_PRESS = `addEventListener('click', ({ target }) => { earlyPress = target.closest('.play-button') }, true)`;

/** Does what a press on the button asked for that came before its script. */
function useEarlyPress(press: () => void) {
  const button = useRef<HTMLButtonElement>(null);
  const isServers = useSyncExternalStore(
    () => () => {},
    () => false,
    () => true,
  );
  const pressEarly = useEffectEvent(() => {
    if (button.current === null || globalThis.earlyPress !== button.current) return;
    globalThis.earlyPress = undefined;
    press();
  });
  useEffect(() => pressEarly(), []);
  return { button, isServers };
}
