import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { MouseEvent } from 'react';

import { useText } from '#app/current/locale.ts';
import { Picture } from '#app/media/picture.tsx';
import { playerUrl, watchUrl } from '#lib/youtube.ts';

interface TrailerFacadeProps {
  readonly game: string;
  readonly youtubeId: string;
  readonly poster: string;
}

/** Remembers over one reload that the visitor started a trailer. */
const STORAGE_KEY = 'trailer';

/** The player needs its own origin, which differs from ours. */
const SANDBOX = 'allow-scripts allow-same-origin allow-presentation allow-popups';

/** Requests nothing from YouTube before a click; without scripts it is a link to the video. */
export function TrailerFacade({ game, youtubeId, poster }: TrailerFacadeProps) {
  const { text } = useText();
  const [isPressed, setPressed] = useState(false);
  const isRequested = useSyncExternalStore(onChange, () => isTrailerRequested(youtubeId), onServer);
  const isPlaying = isPressed || isRequested;
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => () => void started.delete(youtubeId), [youtubeId]);
  useEffect(() => {
    if (isPlaying) frame.current?.focus();
  }, [isPlaying]);
  const play = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    if (isOwnDocument()) return setPressed(true);
    sessionStorage.setItem(STORAGE_KEY, youtubeId);
    location.reload();
  };
  if (isPlaying) {
    return (
      <iframe
        ref={frame}
        src={playerUrl(youtubeId)}
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

/** After a client navigation the page still has the policy of the loaded one, which allows no frames. */
function isOwnDocument(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  return loaded !== undefined && new URL(loaded.name, location.href).pathname === location.pathname;
}

const started = new Set<string>();

/** True once after the reload that starts this trailer. */
function isTrailerRequested(youtubeId: string): boolean {
  if (sessionStorage.getItem(STORAGE_KEY) === youtubeId) {
    sessionStorage.removeItem(STORAGE_KEY);
    started.add(youtubeId);
  }
  return started.has(youtubeId);
}

const onChange = () => () => undefined;
const onServer = () => false;
