import type { Current } from '#app/current/current.server.ts';
import type { TextKey } from '#app/current/locale.ts';

/** What people have done, so that the studio can give something to all of them; declared by the noun that knows it. */
export interface PeopleRule {
  /** `noun.what`, unique. */
  readonly name: string;
  readonly title: TextKey;
  /** Whether it is of one thing, such as a project, by its id. */
  readonly needsAbout: boolean;
  /** Of whom it was so before a time, in the order of their ids, those after one. A job's: needs no role. */
  findPeople(
    current: Current,
    of: { readonly about: string; readonly before: Date },
    after: string,
    limit: number,
  ): Promise<string[]>;
}
