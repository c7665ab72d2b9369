import type { LevelCard } from '#app/levelhead/level-card.ts';
import type { Badge } from '#app/perks/own/badge-shelf.tsx';

/** What others see of an account, as its owner lets them. */
export interface Profile {
  /** The approved one, else the safe one. */
  readonly alias: string;
  readonly path: string;
  readonly since: string;
  /** Its picture in the game. */
  readonly avatarId: string;
  /** Of whom builds or plays, and shows it. */
  readonly player: ProfilePlayer | undefined;
  /** Undefined where nobody shall see them. */
  readonly levels: ProfileLevels | undefined;
  readonly likes: ProfileLevels | undefined;
  readonly badges: readonly Badge[];
}

interface ProfilePlayer {
  readonly path: string;
  /** In the game, where it is another one. */
  readonly name: string | undefined;
  readonly stats: Readonly<Record<string, number>>;
}

interface ProfileLevels {
  readonly levels: readonly LevelCard[];
  /** The query of the page that follows. */
  readonly next: string | undefined;
}

/** Whether there is nothing to see but a name. */
export function isEmptyProfile({ levels, likes, badges }: Profile): boolean {
  return [levels?.levels, likes?.levels, badges].every((list) => (list?.length ?? 0) === 0);
}
