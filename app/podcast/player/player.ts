import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';

import { imageUrl } from '#app/media/image-url.ts';

import type { EpisodeChapter } from '../episode.ts';
import { savePosition, savedPosition } from './saved-positions.ts';

/** What the player knows of an episode: it goes on playing where nothing else of its page is left. */
export interface Playable {
  readonly itemId: string;
  readonly path: string;
  readonly title: string;
  readonly show: string;
  readonly cover: string;
  readonly audio: string;
  readonly seconds: number;
  readonly chapters: readonly EpisodeChapter[];
  readonly transcript: { readonly path: string; readonly lang: string } | undefined;
}

export interface PlayerState {
  readonly episode: Playable | undefined;
  readonly isPlaying: boolean;
  readonly isStuck: boolean;
  /** Seconds. */
  readonly time: number;
  readonly duration: number;
  readonly rate: number;
  readonly caption: string;
  /** When it falls silent by itself, in milliseconds since 1970, or at the end of the chapter. */
  readonly sleep: number | 'chapter' | undefined;
}

export const RATES = [0.75, 1, 1.25, 1.5, 1.75, 2] as const;

const NOTHING: PlayerState = {
  episode: undefined,
  isPlaying: false,
  isStuck: false,
  time: 0,
  duration: 0,
  rate: 1,
  caption: '',
  sleep: undefined,
};

let state = NOTHING;
let audio: HTMLAudioElement | undefined;
let wake: ReturnType<typeof setTimeout> | undefined;
/** Seconds of the episode after which it falls silent, while it is to do so with its chapter. */
let chapterEnd = Infinity;
const listeners = new Set<() => void>();

export function usePlayer(): PlayerState {
  return usePlayed((played) => played);
}

/** Where the reader has stopped in an episode on this device, which the server does not know. */
export function useSavedPosition({ itemId }: Pick<Playable, 'itemId'>): number | undefined {
  return useSyncExternalStore(
    subscribe,
    () => savedPosition({ itemId }),
    () => undefined,
  );
}

/** @param read what is to be seen of it, as one value: only its changes are told */
export function usePlayed<Value>(read: (state: PlayerState) => Value): Value {
  return useSyncExternalStore(
    subscribe,
    () => read(state),
    () => read(NOTHING),
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function change(changed: Partial<PlayerState>): void {
  state = { ...state, ...changed };
  for (const listener of listeners) listener();
}

/** From a second on, or from where one has stopped. Within the press: some browsers let nothing sound later. */
export function play(episode: Playable, from?: number): void {
  const sound = (audio ??= openAudio());
  const isOther = state.episode?.itemId !== episode.itemId;
  if (isOther) {
    if (state.episode !== undefined) savePosition(state.episode, sound.currentTime);
    load(sound, episode);
  }
  const start = from ?? (isOther ? savedPosition(episode) : undefined);
  if (start !== undefined) seek(start);
  resume();
}

function load(sound: HTMLAudioElement, episode: Playable): void {
  sound.src = episode.audio;
  sound.replaceChildren();
  if (episode.transcript !== undefined) {
    const track = document.createElement('track');
    Object.assign(track, { kind: 'captions', src: episode.transcript.path, srclang: episode.transcript.lang });
    track.default = true;
    sound.append(track);
    track.track.mode = 'hidden';
    track.track.addEventListener('cuechange', () => change({ caption: readCaption(track.track) }));
  }
  sound.playbackRate = state.rate;
  change({ episode, time: 0, duration: episode.seconds, caption: '', isStuck: false });
  chapterEnd = endOfChapter();
  updateMediaSession(episode);
}

function readCaption({ activeCues }: TextTrack): string {
  const cues = Array.from(activeCues ?? []) as VTTCue[];
  return cues.map((cue) => cue.getCueAsHTML().textContent ?? '').join(' ');
}

function openAudio(): HTMLAudioElement {
  const sound = document.createElement('audio');
  sound.preload = 'metadata';
  const listen = (name: string, hear: () => void) => sound.addEventListener(name, hear);
  const updateTime = () => change({ time: sound.currentTime, duration: readDuration(sound) });
  for (const name of ['timeupdate', 'seeked', 'durationchange']) listen(name, updateTime);
  listen('play', () => change({ isPlaying: true, isStuck: false }));
  listen('error', () => change({ isPlaying: false, isStuck: true }));
  listen('timeupdate', () => {
    if (state.episode !== undefined) savePosition(state.episode, sound.currentTime, true);
    if (state.sleep === 'chapter' && sound.currentTime >= chapterEnd) fallAsleep();
  });
  for (const name of ['pause', 'ended']) {
    listen(name, () => {
      change({ isPlaying: false });
      if (name === 'ended' && state.sleep === 'chapter') setSleep(undefined);
      if (state.episode !== undefined) savePosition(state.episode, sound.ended ? 0 : sound.currentTime);
    });
  }
  // In the page, where assistive software and the browser's own controls find it.
  sound.hidden = true;
  document.body.append(sound);
  return sound;
}

function readDuration({ duration }: HTMLAudioElement): number {
  return Number.isFinite(duration) && duration > 0 ? duration : (state.episode?.seconds ?? 0);
}

function resume(): void {
  // Refused where nobody has pressed anything, and broken off by what is loaded next.
  void audio?.play().catch(() => change({ isPlaying: false }));
}

export function toggle(): void {
  if (state.isPlaying) audio?.pause();
  else resume();
}

/** @param seconds from the beginning */
export function seek(seconds: number): void {
  if (audio === undefined) return;
  const time = Math.min(Math.max(0, seconds), Math.max(0, readDuration(audio) - 0.2));
  audio.currentTime = time;
  change({ time });
  chapterEnd = endOfChapter();
}

export function skip(seconds: number): void {
  seek(state.time + seconds);
}

export function setRate(rate: number): void {
  if (audio !== undefined) audio.playbackRate = rate;
  change({ rate });
}

/** @param minutes until it falls silent; `chapter` for the end of this one */
export function setSleep(minutes: number | 'chapter' | undefined): void {
  clearTimeout(wake);
  if (typeof minutes !== 'number') {
    chapterEnd = endOfChapter();
    return change({ sleep: minutes });
  }
  const ms = minutes * 60_000;
  wake = setTimeout(fallAsleep, ms);
  return change({ sleep: Date.now() + ms });
}

function endOfChapter(): number {
  return state.episode?.chapters.find(({ start }) => start > state.time)?.start ?? Infinity;
}

function fallAsleep(): void {
  audio?.pause();
  change({ sleep: undefined });
}

/** The document around every page shows it, and knows nothing else of the podcast: not even a script is shared. */
export function showPlayer(detail: ReactNode): void {
  dispatchEvent(new CustomEvent('player', { detail }));
}

export function closePlayer(): void {
  // Its own event comes when nothing is known of the episode any more.
  if (state.episode !== undefined && audio !== undefined) savePosition(state.episode, audio.currentTime);
  audio?.pause();
  setSleep(undefined);
  showPlayer(undefined);
  change({ ...NOTHING, rate: state.rate });
  audio?.removeAttribute('src');
  if ('mediaSession' in navigator) navigator.mediaSession.metadata = null;
}

const ARTWORK = { width: 512, height: 512 };

/** The device's own keys and lock screen. */
function updateMediaSession({ title, show, cover }: Playable): void {
  if (!('mediaSession' in navigator)) return;
  const { mediaSession } = navigator;
  mediaSession.metadata = new MediaMetadata({ title, artist: show, artwork: [{ src: imageUrl(cover, ARTWORK) }] });
  const handle = (action: MediaSessionAction, act: MediaSessionActionHandler) =>
    mediaSession.setActionHandler(action, act);
  handle('play', resume);
  handle('pause', () => audio?.pause());
  handle('seekbackward', () => skip(-BACK));
  handle('seekforward', () => skip(FORTH));
  handle('seekto', ({ seekTime }) => seekTime !== undefined && seek(seekTime));
}

/** Seconds. */
export const BACK = 15;
export const FORTH = 30;
