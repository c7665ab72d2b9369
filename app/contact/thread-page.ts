import type { Locale } from '#app/current/locale.ts';
import type { AnsweredMessage } from '#app/mailbox/message.ts';
import type { LinkedIssue } from '#app/telemetry/issues/issue.ts';
import type { PageMessage } from '#app/threads/thread.ts';

import type { DeskNow } from './desk/desk.ts';
import type { NamedMacro } from './macros/macro.ts';
import type { OwnedSubmission, SubmissionRow, SubmissionState } from './submission.ts';

export interface ThreadPage {
  readonly submission: OwnedSubmission;
  readonly number: string;
  readonly messages: readonly PageMessage[];
  readonly before: string | undefined;
  readonly isOwn: boolean;
  readonly mayGiveFeedback: boolean;
  readonly desk: DeskPart | undefined;
}

export interface AnswerEnvelope {
  readonly to: string;
  /** Of the mail around the answer. */
  readonly locale: Locale;
  readonly subject: string;
}

export interface DeskPart {
  readonly row: Omit<SubmissionRow, 'facts'>;
  readonly sender: string;
  readonly answered: AnsweredMessage | undefined;
  readonly assigned: string | undefined;
  readonly suppression: 'bounce' | 'complaint' | undefined;
  /** For the answer, which is refused when another message came meanwhile. */
  readonly seen: string;
  readonly isBlocked: boolean;
  readonly here: DeskNow;
  readonly ownId: string;
  /** Of the mail with an answer; undefined when there is no address to which it could go. */
  readonly envelope: AnswerEnvelope | undefined;
  readonly macros: readonly NamedMacro[];
  readonly merged: readonly string[];
  /** To whom outside the studio has passed it on, by the note with what it wrote to them. */
  readonly forwards: Readonly<Record<string, string>>;
  readonly others: readonly OtherSubmission[];
  readonly errors: readonly LinkedIssue[];
  readonly history: readonly {
    readonly at: string;
    readonly name: string;
    readonly action: string;
    readonly what: string;
  }[];
  readonly reads: readonly { readonly at: string; readonly name: string }[];
}

export interface OtherSubmission {
  readonly subjectId: string;
  readonly title: string;
  readonly state: SubmissionState;
}
