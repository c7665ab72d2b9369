import type { ReactNode } from 'react';

import { formatClock } from '#lib/audio/webvtt.ts';

import type { Playable } from '../player/player.ts';
import { listen } from '../player/start.tsx';

interface SeekLinkProps {
  readonly episode: Playable;
  /** Seconds. */
  readonly at: number;
  readonly isCurrent: boolean;
  readonly children: ReactNode;
}

/** A moment of an episode: plays from there; without scripts, the page of the episode from there. */
export function SeekLink({ episode, at, isCurrent, children }: SeekLinkProps) {
  return (
    <a
      href={`?t=${Math.floor(at)}`}
      className="seek-link"
      aria-current={isCurrent ? 'true' : undefined}
      onClick={(event) => {
        const isElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
        if (isElsewhere) return;
        event.preventDefault();
        listen(episode, at);
      }}
    >
      <span className="seek-time">{formatClock(at)}</span>
      <span>{children}</span>
    </a>
  );
}
