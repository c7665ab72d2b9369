/** Work that waits for staff. */
export interface PendingWork {
  /** The path of its screen. */
  readonly to: string;
  /** Shown beside the number. */
  readonly name: string;
  readonly count: number;
  /** Whether there is more than `count`. */
  readonly isMore: boolean;
}
