/** Work that waits for somebody of the staff. */
export interface PendingWork {
  /** The screen where it is done. */
  readonly to: string;
  /** What it is, to stand beside the number. */
  readonly name: string;
  readonly count: number;
  /** There are more than were counted. */
  readonly isMore: boolean;
}
