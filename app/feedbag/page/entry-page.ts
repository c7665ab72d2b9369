import type { OfferedFollow } from '#app/following/follow.ts';
import type { LinkedIssue } from '#app/telemetry/issues/issue.ts';
import type { PageMessage } from '#app/threads/thread.ts';

import type { EntryCard, EntryStatus, Standing, VoteState } from '../entry.ts';
import type { Project } from '../project.ts';

/** The id of what the page has for staff alone. */
export const STAFF_PART = 'staff';

export interface EntryPageData {
  readonly entry: EntryCard;
  readonly project: Project;
  readonly messages: readonly PageMessage[];
  /** Whether the reader has blocked its author, by the message of somebody whom they may block. */
  readonly blocks: Readonly<Record<string, boolean>>;
  readonly before: string | undefined;
  /** How far the reader had read; undefined of who has not, or has no account. */
  readonly readTo: string | undefined;
  readonly versions: readonly { readonly version: string; readonly count: number }[];
  readonly mayWrite: boolean;
  readonly mayNote: boolean;
  readonly follow: OfferedFollow | undefined;
  readonly staff: EntryStaffPart | undefined;
}

export interface EntryStaffPart {
  readonly source: string;
  readonly standing: Standing;
  /** Those that staff may set. */
  readonly statuses: readonly EntryStatus[];
  readonly splitFrom: string | undefined;
  readonly heldVotes: number;
  readonly errors: readonly LinkedIssue[];
  readonly voters: readonly {
    readonly name: string;
    readonly version: string;
    readonly source: string;
    readonly state: VoteState;
    readonly at: string;
  }[];
  readonly merged: readonly TitledEntry[];
  readonly alike: readonly (TitledEntry & { readonly isSameCrash: boolean })[];
  readonly history: readonly {
    readonly at: string;
    readonly name: string;
    readonly action: string;
    readonly what: string;
  }[];
}

interface TitledEntry {
  readonly subjectId: string;
  readonly title: string;
}
