export interface WaitingWords {
  readonly kind: 'entry' | 'comment';
  readonly projectId: string;
  readonly project: string;
  readonly subjectId: string;
  readonly messageId: string;
  readonly title: string;
  readonly body: string;
  readonly name: string | undefined;
  readonly at: string;
}

/** Votes of new accounts that came together, for one entry. */
export interface HeldVotes {
  readonly subjectId: string;
  readonly projectId: string;
  readonly project: string;
  readonly title: string;
  /** Those that count. */
  readonly votes: number;
  readonly held: number;
  readonly since: string;
}
