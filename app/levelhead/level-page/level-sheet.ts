import type { RecordName } from '../level.ts';
import type { LevelCard, NamedPlayer } from '../level-card.ts';

/** All that the page of a level shows. */
export interface LevelSheet extends LevelCard {
  readonly stats: Readonly<Record<string, number>>;
  readonly records: Readonly<Record<RecordName, readonly HeldRecord[]>>;
  readonly tags: readonly { readonly tag: string; readonly name: string }[];
  readonly place: 'tower' | 'marketing' | 'elsewhere';
  readonly isUnlisted: boolean;
  readonly requiredPlayers: number;
  readonly gameVersion: string;
  /** Seconds. */
  readonly creatorTime: number;
}

export interface HeldRecord {
  readonly value: number;
  readonly createdAt: string;
  readonly holder: NamedPlayer;
}
