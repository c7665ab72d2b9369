import type { ContentFigures } from './art/content-figures.ts';
import { cleanFigures } from './art/content-figures.ts';
import { computeClearRate } from './level-page/clear-rate.ts';
import type { ClearRate } from './level-page/clear-rate.ts';
import type { Level } from './level.ts';
import { DEFAULT_AVATAR } from './player.ts';
import type { LevelheadAlias } from './player.ts';

export interface NamedPlayer {
  readonly userId: string;
  /** The name, else the id with an @; undefined for somebody who has left. */
  readonly name: string | undefined;
  readonly avatarId: string;
}

export interface LevelCard {
  readonly levelId: string;
  readonly title: string;
  readonly locale: string;
  readonly creator: NamedPlayer;
  readonly content: ContentFigures;
  readonly diamonds: number | undefined;
  readonly clearRate: ClearRate | undefined;
  readonly likes: number;
  readonly players: number;
  /** What its makers and players paid to have it seen; undefined of what does not wait in Marketing. */
  readonly bucks: number | undefined;
  readonly tagNames: readonly string[];
  readonly createdAt: string;
  /** Seconds, when the page was made. */
  readonly createdAgo: number;
  readonly isBeaten: boolean;
  readonly isBookmarked: boolean;
}

export function toLevelCard(level: Level): LevelCard {
  const { levelId, title, locale, stats = {}, tagNames, createdAt, createdAgo, interactions } = level;
  return {
    levelId,
    title,
    locale,
    tagNames,
    createdAt,
    createdAgo,
    creator: namedPlayer(level.userId, level.alias),
    content: cleanFigures(level.content),
    diamonds: stats.Diamonds,
    clearRate: computeClearRate(stats),
    likes: stats.Likes ?? 0,
    players: stats.Players ?? 0,
    bucks: level.marketing ? (stats.ExposureBucks ?? 0) : undefined,
    isBeaten: interactions?.completed === true,
    isBookmarked: interactions?.bookmarked === true,
  };
}

export function namedPlayer(userId: string, alias: LevelheadAlias | undefined): NamedPlayer {
  const name = alias?.anonymous ? undefined : (alias?.alias ?? `@${userId}`);
  return { userId, name, avatarId: alias?.avatarId ?? DEFAULT_AVATAR };
}
