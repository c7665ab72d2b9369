import type { Current } from '#app/current/current.server.ts';

import type { SubjectWords } from './subject.ts';

/** What can be followed, declared by its noun: subjects are `noun.what:id`. */
export interface SubjectKind {
  /** `noun.what`. */
  readonly name: string;
  /** Those of the ids that are there and may be seen; the others are missing. */
  describe(current: Current, ids: readonly string[]): Promise<Map<string, SubjectWords>>;
  /** Of what the noun itself keeps, such as a set: who follows it, from a cursor on, '' at first. Others are followed here. */
  findFollowers?(current: Current, id: string, cursor: string, limit: number): Promise<FollowerPage>;
  readonly keeper?: FollowKeeper;
  /** Its subjects about these games, as parts of the one Follow of each; missing where the actor may not see them. */
  findGameParts?(current: Current, games: readonly string[]): Promise<GamePart[]>;
}

export interface GamePart {
  /** Its slug. */
  readonly game: string;
  readonly id: string;
  /** In the words of the actor. */
  readonly label: string;
  /** `always` followed with the game, by a `choice` of its own, or that and shown only where it is followed or `asked` for. */
  readonly offer: 'always' | 'choice' | 'asked';
}

/** By which people follow what the noun itself keeps, by the ids of its subjects. */
interface FollowKeeper {
  /** What the actor follows after `after`, by the characters of the ids. @throws Problem 401 */
  findFollowed(current: Current, after: string, limit: number): Promise<string[]>;
  /** What is followed already stays so. @throws Problem 401, or a refusal of the noun */
  follow(current: Current, id: string): Promise<void>;
  /** Also what is gone by now. @throws Problem 401 */
  unfollow(current: Current, id: string): Promise<void>;
}

export interface FollowerPage {
  readonly userIds: readonly string[];
  /** Undefined at the end. */
  readonly next: string | undefined;
}
