import type { PlayerSheet } from './player-sheet.ts';

/** Figures in which a player has neighbours; the first is that of who did not choose. */
export const RIVAL_STATS = {
  Crowns: 'arcade.stat.crowns',
  Shoes: 'arcade.stat.shoes',
  Trophies: 'arcade.stat.trophies',
  Subscribers: 'arcade.stat.followers',
  Published: 'arcade.stat.published',
  Plays: 'arcade.stat.plays',
  TipsGotten: 'arcade.stat.tips',
  BucksTipped: 'arcade.stat.tipped',
} as const;
type RivalStat = keyof typeof RIVAL_STATS;
export const RIVAL_STAT_NAMES = Object.keys(RIVAL_STATS) as RivalStat[];

export function readRivalStat(name: string | null): RivalStat {
  return RIVAL_STAT_NAMES.find((one) => one === name) ?? 'Crowns';
}

export interface RivalPage {
  readonly stat: RivalStat;
  /** The next one last. */
  readonly ahead: readonly PlayerSheet[];
  readonly behind: readonly PlayerSheet[];
  readonly met: readonly { readonly player: PlayerSheet; readonly boards: number }[];
}
