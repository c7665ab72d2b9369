import type { ReportDecision, ReportReason } from './report.ts';

/** A thing that waits for a decision. */
export interface QueuedThing {
  readonly kind: string;
  readonly thingId: string;
  readonly rev: string;
  /** People who reported it since the last decision. */
  readonly waiting: number;
  readonly since: string;
  readonly authorId: string | undefined;
  readonly authorName: string | undefined;
  /** Undefined, as all that follows, when it is gone or not for the reader. */
  readonly title: string | undefined;
  readonly path: string | undefined;
  readonly words: string | undefined;
  /** What can be done about it, in the reader's language. */
  readonly act: string | undefined;
  /** Somebody else has to decide. */
  readonly isOwn: boolean;
  /** The latest. */
  readonly reports: readonly QueuedReport[];
}

export interface QueuedReport {
  readonly reporterId: string;
  readonly reason: ReportReason;
  readonly words: string;
  readonly at: string;
}

/** What staff decided, as long as nobody has taken it back. */
export interface PastDecision {
  readonly decisionId: string;
  readonly kind: string;
  /** What it was called then, else its id. */
  readonly title: string;
  /** Undefined when it is gone or not for the reader. */
  readonly path: string | undefined;
  readonly decision: ReportDecision;
  readonly note: string;
  /** People whose reports it has answered. */
  readonly reports: number;
  readonly decidedBy: string;
  readonly decidedAt: string;
  /** Somebody else has to take it back. */
  readonly isOwn: boolean;
}
