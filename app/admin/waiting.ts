import type { TextKey } from '#app/current/locale.ts';

/** Work that waits for somebody of the staff. */
export interface Waiting {
  /** The screen where it is done. */
  readonly to: string;
  /** The sentence that counts it, with the argument `count`. */
  readonly name: TextKey;
  readonly count: number;
  /** There are more than were counted. */
  readonly isMore: boolean;
}
