import type { OfferedFollow } from '#app/following/follow.ts';
import type { MessageKind, ThreadFile, ThreadMessage } from '#app/threads/thread.ts';

import type { EntryCard, Standing } from '../entry.ts';
import type { Project } from '../project.ts';

/** What somebody said about an entry as one reader sees it: without the ids of people. */
export interface EntryMessage {
  readonly subjectId: string;
  readonly messageId: string;
  readonly kind: MessageKind;
  readonly side: ThreadMessage['side'];
  /** Undefined of who has no account. */
  readonly name: string | undefined;
  readonly body: string;
  readonly masked: number;
  readonly at: string;
  readonly isEdited: boolean;
  readonly isOwn: boolean;
  readonly isHeld: boolean;
  readonly mayEdit: boolean;
  readonly files: readonly ThreadFile[];
}

export interface EntryPageData {
  readonly entry: EntryCard;
  readonly project: Project;
  readonly messages: readonly EntryMessage[];
  readonly before: string | undefined;
  /** In which it still happens. */
  readonly versions: readonly { readonly version: string; readonly count: number }[];
  readonly mayWrite: boolean;
  /** For the studio alone. */
  readonly mayNote: boolean;
  readonly follow: OfferedFollow | undefined;
  readonly staff: EntryStaffPart | undefined;
}

export interface EntryStaffPart {
  readonly source: string;
  readonly standing: Standing;
  readonly voters: readonly {
    readonly name: string;
    readonly version: string;
    readonly source: string;
    readonly at: string;
  }[];
  /** Those that stand in it, and those that might. */
  readonly merged: readonly TitledEntry[];
  readonly alike: readonly TitledEntry[];
  readonly history: readonly {
    readonly at: string;
    readonly name: string;
    readonly deed: string;
    readonly what: string;
  }[];
}

interface TitledEntry {
  readonly subjectId: string;
  readonly title: string;
}
