import type { MessageKind, ThreadFile, ThreadMessage } from '#app/threads/thread.ts';

import type { OwnedSubmission, SubmissionRow, SubmissionState } from './submission.ts';

/** A message as one reader sees it: without the ids of people. */
export interface PageMessage {
  readonly subjectId: string;
  readonly messageId: string;
  readonly kind: MessageKind;
  readonly side: ThreadMessage['side'];
  readonly name: string;
  readonly body: string;
  readonly masked: number;
  readonly at: string;
  readonly isEdited: boolean;
  readonly isOwn: boolean;
  readonly mayEdit: boolean;
  readonly files: readonly ThreadFile[];
}

export interface ThreadPage {
  readonly submission: OwnedSubmission;
  readonly number: string;
  readonly messages: readonly PageMessage[];
  readonly before: string | undefined;
  readonly isOwn: boolean;
  readonly mayGiveFeedback: boolean;
  /** For staff alone. */
  readonly desk: DeskPart | undefined;
}

export interface DeskPart {
  readonly row: Omit<SubmissionRow, 'facts'>;
  readonly sender: string;
  readonly assigned: string | undefined;
  /** Why mails to them do not arrive. */
  readonly trouble: 'bounce' | 'complaint' | undefined;
  /** For the answer, which is refused when another message came meanwhile. */
  readonly seen: string;
  readonly merged: readonly string[];
  /** Of the same person. */
  readonly others: readonly OtherSubmission[];
  readonly history: readonly {
    readonly at: string;
    readonly name: string;
    readonly deed: string;
    readonly what: string;
  }[];
  readonly reads: readonly { readonly at: string; readonly name: string }[];
}

export interface OtherSubmission {
  readonly subjectId: string;
  readonly title: string;
  readonly state: SubmissionState;
}
