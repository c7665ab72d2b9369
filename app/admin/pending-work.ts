export interface PendingWork {
  readonly to: string;
  readonly name: string;
  readonly count: number;
  /** Whether there is more than `count`. */
  readonly isMore: boolean;
}
