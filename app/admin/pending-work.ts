export interface PendingWork {
  readonly to: string;
  readonly name: string;
  readonly count: number;
  readonly isMore: boolean;
}
