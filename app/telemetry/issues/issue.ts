import * as z from 'zod/mini';

/** `regressed` are those of the open ones that were resolved before. */
export const ISSUE_LISTS = ['open', 'regressed', 'mine', 'resolved', 'ignored'] as const;
export type IssueList = (typeof ISSUE_LISTS)[number];

export type IssueState = 'open' | 'resolved' | 'ignored';

/** A line of a source, with those around it. */
export interface SourcePlace {
  /** From the root of the repository. */
  readonly path: string;
  readonly line: number;
  readonly before: readonly string[];
  readonly text: string;
  readonly after: readonly string[];
  /** Whether it is code of this site, not of a package. */
  readonly isOurs: boolean;
}

export interface IssueFrame {
  /** As the browser wrote it: the function, and where it stands in the build. */
  readonly built: string;
  readonly source?: SourcePlace | undefined;
}

export interface ListedIssue {
  readonly issueId: string;
  readonly state: IssueState;
  readonly isRegressed: boolean;
  readonly resolvedIn: string | null;
  readonly assigneeId: string | null;
  readonly message: string;
  /** A source and its line; empty where no map tells. */
  readonly place: string;
  readonly occurrences: number;
  /** About how many people met it in the last 7 days, those of each day added up. */
  readonly people: number;
  readonly firstSeenAt: string;
  readonly lastSeenAt: string;
}

/** What is alike by itself, thrown at the same places. */
export interface IssueStack {
  /** In hex. */
  readonly stackHash: string;
  /** Whether the issue was found as it; others came by a merge. */
  readonly isOwn: boolean;
  readonly message: string;
  readonly place: string;
  readonly frames: readonly IssueFrame[];
  /** Whose lines these are. */
  readonly version: string;
  readonly occurrences: number;
}

export interface IssueDay {
  /** `YYYY-MM-DD`, of UTC. */
  readonly day: string;
  readonly occurrences: number;
  readonly people: number;
}

export interface IssueVersion {
  readonly version: string;
  readonly firstDay: string;
  readonly lastDay: string;
  readonly occurrences: number;
}

/** What browsers told, the latest. */
export interface IssueExample {
  readonly message: string;
  readonly trace: string;
  readonly context: string;
  readonly version: string;
  readonly at: string;
}

export const LINK_KINDS = ['contact', 'feedback'] as const;
/** What a player has written about it. */
export interface IssueLink {
  readonly kind: (typeof LINK_KINDS)[number];
  readonly subjectId: string;
}

export type LinkedIssue = Pick<ListedIssue, 'issueId' | 'message'>;

/** What the audit calls it. */
export function toIssueTarget(issueId: string): string {
  return `issue/${issueId}`;
}

/** Issues that begin on one day, of UTC: errors that are made up anew each time are no more. */
export const MAX_NEW_ISSUES = 500;
/** Errors that are counted, of those that wait for a day with room. */
export const MAX_WAITING = 10_000;
export const MAX_ISSUE_SEARCH = 128;

/** Of one page. */
export const MAX_STACKS = 20;
export const MAX_LINKS = 50;

const WHICH = 'a version such as 17.37.0';
export const Resolution = z.object({
  version: z
    .string()
    .check(z.trim(), z.maxLength(256, WHICH), z.regex(/^\d{1,9}\.\d{1,9}\.\d{1,9}(?:-[\w.-]{1,200})?$/, WHICH)),
});
