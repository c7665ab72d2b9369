import type { TextKey } from '#app/current/locale.ts';

import { namedPlayer } from '../level-card.ts';
import type { NamedPlayer } from '../level-card.ts';
import type { Player } from '../player.ts';
import type { StatMarkName } from '../stat-mark.tsx';

export interface PlayerSheet extends NamedPlayer {
  readonly itemId: string;
  readonly stats: Readonly<Record<string, number>>;
  readonly createdAt: string;
  readonly isFollowed: boolean;
}

export function toPlayerSheet({ _id: itemId, userId, stats, createdAt, alias, interactions }: Player): PlayerSheet {
  return { ...namedPlayer(userId, alias), itemId, stats, createdAt, isFollowed: interactions?.following === true };
}

export const TROPHIES = [
  { stat: 'Crowns', mark: 'crown', name: 'arcade.stat.crowns' },
  { stat: 'Shoes', mark: 'shoe', name: 'arcade.stat.shoes' },
  { stat: 'Trophies', mark: 'trophy', name: 'arcade.stat.trophies' },
  { stat: 'TimeTrophies', mark: 'clock', name: 'arcade.stat.timeTrophies' },
  { stat: 'Published', mark: 'hammer', name: 'arcade.stat.published' },
  { stat: 'Graduated', mark: 'flag', name: 'arcade.stat.graduated' },
  { stat: 'Plays', mark: 'play', name: 'arcade.stat.plays' },
  { stat: 'LikeGen', mark: 'heart', name: 'arcade.stat.likes' },
  { stat: 'FaveGen', mark: 'star', name: 'arcade.stat.favorites' },
  { stat: 'HiddenGem', mark: 'gem', name: 'arcade.stat.gems' },
  { stat: 'TipsGotten', mark: 'coin', name: 'arcade.stat.tips' },
  { stat: 'BucksTipped', mark: 'coin', name: 'arcade.stat.tipped' },
] as const satisfies readonly { stat: string; mark: StatMarkName; name: TextKey }[];
