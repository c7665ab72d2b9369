import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { MouseEvent } from 'react';

import { useText } from '#app/current/locale.ts';
import { Picture } from '#app/media/picture.tsx';

import { trailerUrl, watchUrl } from '../trailer.ts';

interface TrailerFacadeProps {
  readonly game: string;
  readonly youtubeId: string;
  /** The drawing that stands in for the film. */
  readonly poster: string;
}

/** Remembers, over the one reload, that somebody asked for a trailer. */
const ASKED = 'trailer';

/** Its player needs its own origin, which is not ours. */
const SANDBOX = 'allow-scripts allow-same-origin allow-presentation allow-popups';

/**
 * A trailer behind a picture of ours: YouTube hears of nobody who has not pressed it. Without scripts it is a link to
 * the film.
 */
export function TrailerFacade({ game, youtubeId, poster }: TrailerFacadeProps) {
  const { text } = useText();
  const [isPressed, setPressed] = useState(false);
  const wasAsked = useSyncExternalStore(onChange, () => isTrailerRequested(youtubeId), onServer);
  const isPlaying = isPressed || wasAsked;
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => () => void asked.delete(youtubeId), [youtubeId]);
  useEffect(() => {
    if (isPlaying) frame.current?.focus();
  }, [isPlaying]);
  const play = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (isOwnDocument()) return setPressed(true);
    sessionStorage.setItem(ASKED, youtubeId);
    location.reload();
  };
  if (isPlaying) {
    return (
      <iframe
        ref={frame}
        src={trailerUrl(youtubeId)}
        title={text('games.trailer.title', { game })}
        sandbox={SANDBOX}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        className="block-card aspect-video w-full"
      />
    );
  }
  return (
    <a href={watchUrl(youtubeId)} rel="noopener" onClick={play} className="block-card lift block overflow-hidden">
      <Picture
        of={poster}
        alt=""
        width={1100}
        height={619}
        loading="lazy"
        className="aspect-video w-full object-cover"
      />
      <span className="flex flex-wrap items-center gap-x-4 gap-y-1 bg-night px-5 py-3 text-cloud">
        <svg viewBox="0 0 24 24" width="32" height="32" aria-hidden="true" className="drawn text-accent">
          <path d="M6 4l14 8-14 8z" />
        </svg>
        <span className="font-display text-xl font-black">{text('games.trailer.play', { game })}</span>
        <span className="text-sm">{text('games.trailer.notice')}</span>
      </span>
    </a>
  );
}

/** A page that was come to by a link still has the policy of the one that was loaded, which allows no frames. */
function isOwnDocument(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded !== undefined && new URL(loaded.name, location.href).pathname === location.pathname;
}

const asked = new Set<string>();

/** Whether the page was loaded anew because this trailer was asked for; it is asked for once. */
function isTrailerRequested(youtubeId: string): boolean {
  if (sessionStorage.getItem(ASKED) === youtubeId) {
    sessionStorage.removeItem(ASKED);
    asked.add(youtubeId);
  }
  return asked.has(youtubeId);
}

const onChange = () => () => undefined;
const onServer = () => false;
