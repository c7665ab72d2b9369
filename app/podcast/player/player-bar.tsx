import { useState } from 'react';
import type { KeyboardEvent } from 'react';

import { useText } from '#app/current/locale.ts';
import { SiteLink } from '#app/current/page/site-link.tsx';
import { Picture } from '#app/media/picture.tsx';
import { formatClock } from '#lib/audio/webvtt.ts';

import { chapterAt } from '../episode.ts';
import { PlayerMark } from './player-marks.tsx';
import { BACK, FORTH, RATES, closePlayer, seek, setRate, setSleep, skip, toggle, usePlayer } from './player.ts';
import type { Playable, PlayerState } from './player.ts';
import '../player.css';

/** Below every page while something plays: its own keys are for who is in it, so that no letter does something elsewhere. */
export function PlayerBar() {
  const { text } = useText();
  const player = usePlayer();
  const [hasCaptions, setCaptions] = useState(false);
  const { episode, caption, isStuck } = player;
  if (episode === undefined) return null;
  return (
    // The keys are those of its buttons: whoever has none of them misses nothing.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label={text('podcast.player.label')}
      className="player-bar print:hidden"
      onKeyDown={(event) => pressKey(event, () => setCaptions(!hasCaptions))}
    >
      {hasCaptions && (
        <p lang={episode.transcript?.lang} className="player-caption">
          {caption || '…'}
        </p>
      )}
      <div className="player-rows">
        <NowPlaying episode={episode} time={player.time} />
        <Buttons isPlaying={player.isPlaying} />
        <Timeline player={player} episode={episode} />
        <Settings
          player={player}
          captions={
            episode.transcript && {
              isOn: hasCaptions,
              toggle: () => setCaptions(!hasCaptions),
            }
          }
        />
      </div>
      <output className="player-note">{isStuck && text('podcast.player.stuck')}</output>
    </section>
  );
}

/** Those of other players, while the focus is in the bar and not where they mean something else. */
function pressKey(event: KeyboardEvent<HTMLElement>, toggleCaptions: () => void): void {
  const isTaken = event.ctrlKey || event.metaKey || event.altKey || event.target instanceof HTMLSelectElement;
  const act = isTaken ? undefined : KEYS[event.key.toLowerCase()];
  if (event.key.toLowerCase() === 'c' && !isTaken) toggleCaptions();
  if (act === undefined) return;
  event.preventDefault();
  act();
}

const KEYS: Readonly<Record<string, () => void>> = {
  k: toggle,
  j: () => skip(-BACK),
  l: () => skip(FORTH),
  '0': () => seek(0),
};

function NowPlaying({ episode, time }: { readonly episode: Playable; readonly time: number }) {
  const { text } = useText();
  const chapter = chapterAt(episode.chapters, time);
  return (
    <div className="player-what">
      <Picture of={episode.cover} alt="" width={56} height={56} maxWidth={160} className="player-cover" />
      <p className="min-w-0">
        <span className="sr-only">{`${text('podcast.player.now')} `}</span>
        <SiteLink to={episode.path} className="player-title" lang="en">
          {episode.title}
        </SiteLink>
        <span className="player-chapter" lang="en">
          {chapter?.title ?? episode.show}
        </span>
      </p>
    </div>
  );
}

function Buttons({ isPlaying }: { readonly isPlaying: boolean }) {
  const { text } = useText();
  return (
    <div className="player-buttons">
      <button type="button" className="player-skip" aria-keyshortcuts="J" onClick={() => skip(-BACK)}>
        <PlayerMark name="back" />
        <span className="sr-only">{text('podcast.player.back', { seconds: BACK })}</span>
      </button>
      <button type="button" className="player-main" aria-keyshortcuts="K" onClick={toggle}>
        <PlayerMark name={isPlaying ? 'pause' : 'play'} />
        <span className="sr-only">{text(isPlaying ? 'podcast.player.pause' : 'podcast.player.play')}</span>
      </button>
      <button type="button" className="player-skip" aria-keyshortcuts="L" onClick={() => skip(FORTH)}>
        <PlayerMark name="forth" />
        <span className="sr-only">{text('podcast.player.forth', { seconds: FORTH })}</span>
      </button>
    </div>
  );
}

function Timeline({ player, episode }: { readonly player: PlayerState; readonly episode: Playable }) {
  const { text } = useText();
  const { time, duration } = player;
  return (
    <div className="player-timeline">
      <span aria-hidden="true">{formatClock(time)}</span>
      <span className="player-track">
        <input
          type="range"
          min={0}
          max={Math.max(1, Math.floor(duration))}
          value={Math.floor(time)}
          step={1}
          aria-label={text('podcast.player.place')}
          aria-valuetext={text('podcast.player.placeOf', { time: formatClock(time), whole: formatClock(duration) })}
          onChange={(event) => seek(Number(event.currentTarget.value))}
        />
        {episode.chapters
          .filter(({ start }) => start > 0 && start < duration)
          .map(({ start }) => (
            <i key={start} style={{ insetInlineStart: `${(start / duration) * 100}%` }} />
          ))}
      </span>
      <span aria-hidden="true">{formatClock(duration)}</span>
    </div>
  );
}

interface SettingsProps {
  readonly player: PlayerState;
  readonly captions: { readonly isOn: boolean; readonly toggle: () => void } | undefined;
}

const SLEEPS = [5, 15, 30, 60] as const;

function Settings({ player, captions }: SettingsProps) {
  const { text, formatNumber } = useText();
  return (
    <div className="player-settings">
      <label>
        <span className="sr-only">{text('podcast.player.speed')}</span>
        <select value={player.rate} onChange={(event) => setRate(Number(event.currentTarget.value))}>
          {RATES.map((rate) => (
            <option key={rate} value={rate}>
              {formatNumber(rate)}×
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className="sr-only">{text('podcast.player.sleep')}</span>
        <select value={sleepValue(player)} onChange={(event) => chooseSleep(event.currentTarget.value)}>
          <option value="">{text('podcast.player.awake')}</option>
          {player.sleep !== undefined && player.sleep !== 'chapter' && (
            <option value="set">{text('podcast.player.asleepSoon')}</option>
          )}
          {SLEEPS.map((minutes) => (
            <option key={minutes} value={minutes}>
              {text('podcast.player.asleepIn', { minutes })}
            </option>
          ))}
          <option value="chapter">{text('podcast.player.asleepAfter')}</option>
        </select>
      </label>
      {captions && (
        <button type="button" aria-pressed={captions.isOn} aria-keyshortcuts="C" onClick={captions.toggle}>
          {text('podcast.player.captions')}
        </button>
      )}
      <button type="button" className="player-close" onClick={closePlayer}>
        <PlayerMark name="close" />
        <span className="sr-only">{text('podcast.player.close')}</span>
      </button>
    </div>
  );
}

function sleepValue({ sleep }: PlayerState): string {
  if (sleep === undefined) return '';
  return sleep === 'chapter' ? sleep : 'set';
}

function chooseSleep(value: string): void {
  if (value === 'set') return;
  setSleep(value === '' ? undefined : value === 'chapter' ? value : Number(value));
}
