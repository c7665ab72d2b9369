import { play, showPlayer } from './player.ts';
import type { Playable } from './player.ts';

/** Plays it, and brings the player. @param from seconds; by default from where one has stopped */
export function listen(episode: Playable, from?: number): void {
  play(episode, from);
  void import('./player-bar.tsx').then(({ PlayerBar }) => showPlayer(<PlayerBar />));
}
