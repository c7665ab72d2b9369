import type { LevelCard, NamedPlayer } from '../level-card.ts';
import type { RecordName } from '../level.ts';

export interface LevelSheet extends LevelCard {
  readonly stats: Readonly<Record<string, number>>;
  readonly records: Readonly<Record<RecordName, readonly HeldRecord[]>>;
  readonly tags: readonly { readonly tag: string; readonly name: string }[];
  readonly history: Readonly<Record<RecordName, readonly RecordPeriod[]>>;
  /** Where who asks stands in each record; empty for those who hold none. */
  readonly ownRanks: Readonly<Partial<Record<RecordName, OwnRank>>>;
  readonly place: 'tower' | 'marketing' | 'elsewhere';
  readonly isUnlisted: boolean;
  /** By who asks. */
  readonly isLiked: boolean;
  readonly requiredPlayers: number;
  readonly gameVersion: string;
  /** Seconds. */
  readonly creatorTime: number;
}

export interface OwnRank {
  readonly value: number;
  readonly rank: number;
  /** Only that so many are before them was counted. */
  readonly isBeyond: boolean;
}

/** A time during which a record was the best. */
export interface RecordPeriod {
  readonly holder: NamedPlayer;
  readonly value: number;
  readonly from: string;
  /** Undefined of the one that goes on. */
  readonly until: string | undefined;
}

export interface HeldRecord {
  readonly value: number;
  readonly createdAt: string;
  readonly holder: NamedPlayer;
}
