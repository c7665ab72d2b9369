/** People whom one account may block. */
export const MAX_BLOCKS = 500;

/** Somebody whom the reader has blocked. */
export interface BlockedPerson {
  readonly userId: string;
  readonly name: string;
  readonly at: Date;
}
