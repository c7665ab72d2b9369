import type { TextKey } from '#app/current/locale.ts';

import type { PlayerSheet } from '../player-page/player-sheet.ts';
import type { StatMarkName } from '../stat-mark.tsx';

/** What players are compared by; the first is the order of who did not choose. */
export const PLAYER_SORTS = {
  Subscribers: { name: 'arcade.stat.followers', mark: 'people' },
  Crowns: { name: 'arcade.stat.crowns', mark: 'crown' },
  Shoes: { name: 'arcade.stat.shoes', mark: 'shoe' },
  Trophies: { name: 'arcade.stat.trophies', mark: 'trophy' },
  Published: { name: 'arcade.stat.published', mark: 'hammer' },
  Plays: { name: 'arcade.stat.plays', mark: 'play' },
  HiddenGem: { name: 'arcade.stat.gems', mark: 'gem' },
  TipsGotten: { name: 'arcade.stat.tips', mark: 'coin' },
  TipsPerLevel: { name: 'arcade.stat.tipsPerLevel', mark: 'coin' },
  BucksTipped: { name: 'arcade.stat.tipped', mark: 'coin' },
  PlayTime: { name: 'arcade.stat.playTime', mark: 'clock' },
  createdAt: { name: 'arcade.stat.newest', mark: 'flag' },
} as const satisfies Record<string, { name: TextKey; mark: StatMarkName }>;
export type PlayersSort = keyof typeof PLAYER_SORTS;
export const PLAYER_SORT_NAMES = Object.keys(PLAYER_SORTS) as PlayersSort[];

export function readPlayersSort(name: string | null): PlayersSort {
  return PLAYER_SORT_NAMES.find((one) => one === name) ?? 'Subscribers';
}

export interface PlayersPage {
  /** What they are called, or a part of it; empty for everybody. */
  readonly name: string;
  readonly sort: PlayersSort;
  readonly min: number | undefined;
  readonly max: number | undefined;
  readonly players: readonly PlayerSheet[];
  /** Queries of the neighbours, with the question mark. */
  readonly next: string | undefined;
  readonly previous: string | undefined;
  readonly isFirst: boolean;
}
