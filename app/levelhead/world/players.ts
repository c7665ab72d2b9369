import { computeTipRates } from '../rules/figures.ts';
import type { WorldChance } from './chance.ts';
import { KNOWN_PLAYERS } from './known.ts';
import { makeAlias, makeAvatar } from './titles.ts';

const DAY_MS = 86_400_000;

export interface MadePlayer {
  readonly userId: string;
  readonly alias: string;
  readonly avatarId: string;
  readonly createdAt: Date;
  readonly stats: Readonly<Record<string, number>>;
}

export interface MadeMembership {
  readonly set: 'likes' | 'favorites' | 'bookmarks' | 'plays' | 'completions' | 'following';
  readonly owner: string;
  readonly member: string;
  readonly at: Date;
}

export interface PlayerDraft extends MadePlayer {
  readonly stats: Record<string, number>;
  /** Around 1. */
  readonly skill: number;
}

export function makePlayers(chance: WorldChance, count: number, today: Date, users: readonly string[]): PlayerDraft[] {
  const taken = new Set<string>();
  const ids = new Set([...KNOWN_PLAYERS, ...users]);
  while (ids.size < count) ids.add(chance.code(6));
  return [...ids].map((userId) => ({
    userId,
    alias: makeAlias(chance, taken),
    avatarId: userId === KNOWN_PLAYERS[0] ? 'shade-rune' : makeAvatar(chance),
    createdAt: new Date(today.getTime() - Math.floor((30 + 1900 * chance.next()) * DAY_MS)),
    skill: 0.4 + chance.next(),
    stats: {},
  }));
}

export function raise({ stats }: PlayerDraft, name: string, by: number): void {
  stats[name] = (stats[name] ?? 0) + by;
}

export function finishPlayer(chance: WorldChance, player: PlayerDraft, today: Date): MadePlayer {
  const { userId, alias, avatarId, createdAt, stats } = player;
  const stat = (name: string) => stats[name] ?? 0;
  const published = stat('Published');
  const all = {
    ...stats,
    Trophies: stat('TimeTrophies') + chance.below(60),
    ChalWins: chance.below(109),
    CampaignProg: chance.below(101),
    PerkPoints: 5 * chance.below(240),
    DBComp: chance.below(65),
    HiddenGem: Math.round(stat('LikeGen') / Math.max(1, published)),
    ...computeTipRates({
      gotten: stat('TipsGotten'),
      tipped: stat('BucksTipped'),
      published,
      levelsPlayed: stat('LevelsPlayed'),
      days: (today.getTime() - createdAt.getTime()) / DAY_MS,
    }),
  };
  // What is 0 is left out, as the game does.
  const counted = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== 0));
  return { userId, alias, avatarId, createdAt, stats: counted };
}
