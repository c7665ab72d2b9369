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
}

export interface FollowerPage {
  readonly userIds: readonly string[];
  /** Undefined at the end. */
  readonly next: string | undefined;
}
