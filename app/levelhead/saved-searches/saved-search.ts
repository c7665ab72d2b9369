import * as z from 'zod/mini';

export const MAX_SAVED_NAME = 60;
/** New levels are counted up to this number. */
export const MAX_NEW = 99;

export const SavedName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'a name'),
    z.maxLength(MAX_SAVED_NAME, `a name of at most ${MAX_SAVED_NAME} characters`),
  );

export interface SavedSearch {
  /** Its place among the fifty of the player. */
  readonly slot: number;
  readonly name: string;
  /** As in the address of the hall. */
  readonly query: string;
  readonly isDefault: boolean;
  readonly subject: string;
  readonly isFollowed: boolean;
  /** Path of the feed, for whoever has it. */
  readonly feedPath: string;
  /** Levels since the last visit: at most one more than `MAX_NEW`. */
  readonly newCount: number;
}
