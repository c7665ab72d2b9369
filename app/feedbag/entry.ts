import type { TextKey } from '#app/current/locale.ts';
import type { BadgeTone } from '#lib/ui/badge.tsx';

/** What becomes of an entry, and how that looks. */
export interface EntryStatus {
  readonly name: TextKey;
  readonly tone: BadgeTone;
  /** Whether people may still vote. */
  readonly isOpen: boolean;
  /** Whether it has a column on the roadmap. */
  readonly isOnRoadmap: boolean;
}

export const STATUSES = {
  open: {
    ...{ name: 'feedbag.statuses.open', tone: 'plain' },
    ...{ isOpen: true, isOnRoadmap: false },
  },
  planned: {
    ...{ name: 'feedbag.statuses.planned', tone: 'loud' },
    ...{ isOpen: true, isOnRoadmap: true },
  },
  started: {
    ...{ name: 'feedbag.statuses.started', tone: 'loud' },
    ...{ isOpen: true, isOnRoadmap: true },
  },
  completed: {
    ...{ name: 'feedbag.statuses.completed', tone: 'success' },
    ...{ isOpen: false, isOnRoadmap: true },
  },
  declined: {
    ...{ name: 'feedbag.statuses.declined', tone: 'danger' },
    ...{ isOpen: false, isOnRoadmap: false },
  },
  duplicate: {
    ...{ name: 'feedbag.statuses.duplicate', tone: 'plain' },
    ...{ isOpen: false, isOnRoadmap: false },
  },
} as const satisfies Readonly<Record<string, EntryStatus>>;

export type StatusId = keyof typeof STATUSES;
export const STATUS_IDS = Object.keys(STATUSES) as StatusId[];
/** A duplicate is made by merging alone. */
export const SET_STATUSES = STATUS_IDS.filter((id) => id !== 'duplicate');
export const OPEN_STATUSES = STATUS_IDS.filter((id) => STATUSES[id].isOpen);
export const ROADMAP_STATUSES = STATUS_IDS.filter((id) => STATUSES[id].isOnRoadmap);

export function isStatus(id: string): id is StatusId {
  return Object.hasOwn(STATUSES, id);
}

/** Waiting for the studio, there for everyone who may see its project, or taken out of sight. */
export type Standing = 'pending' | 'shown' | 'hidden';

/** As one reader sees it. */
export interface FeedbackEntry {
  readonly subjectId: string;
  readonly projectId: string;
  readonly title: string;
  readonly platform: string;
  readonly version: string;
  readonly tags: readonly string[];
  readonly status: StatusId;
  readonly statusAt: string;
  readonly standing: Standing;
  readonly isInternal: boolean;
  readonly votes: number;
  readonly comments: number;
  /** The path of the patch note that says so. */
  readonly completedBy: string | undefined;
  readonly createdAt: string;
  readonly lastAt: string;
}

/** What the reader does not get. */
export interface FeedbackEntryRow extends FeedbackEntry {
  readonly participantId: string;
  readonly userId: string | undefined;
  readonly source: string;
  readonly mergedInto: string | undefined;
  readonly mergedRoot: string | undefined;
}

export interface EntryCard extends FeedbackEntry {
  readonly name: string | undefined;
  readonly isOwn: boolean;
  readonly hasVoted: boolean;
}

export const SORTS = ['top', 'new'] as const;
export type EntrySort = (typeof SORTS)[number];

/** What a list of entries is asked for; its address has the same names. */
export interface EntryQuery {
  readonly text: string;
  readonly tags: readonly string[];
  readonly status: StatusId | undefined;
  readonly sort: EntrySort;
  readonly after: string | undefined;
}

export function entryQueryOf(query: URLSearchParams): EntryQuery {
  const status = query.get('status') ?? '';
  return {
    text: query.get('text')?.trim().slice(0, 200) ?? '',
    tags: tagsOf(query.get('tags') ?? ''),
    status: isStatus(status) ? status : undefined,
    sort: SORTS.find((sort) => sort === query.get('sort')) ?? 'top',
    after: query.get('after') ?? undefined,
  };
}

export const MAX_TAGS = 5;

/** Of a list with commas: lower case, in one spelling; what is no tag is left out. */
export function tagsOf(list: string): string[] {
  const tags = list.split(',').map((tag) => tag.trim().toLowerCase().replaceAll(/\s+/g, '-'));
  const known = tags.filter((tag) => /^[\p{L}\p{N}][\p{L}\p{N}:._-]{0,31}$/u.test(tag));
  return [...new Set(known)].slice(0, MAX_TAGS);
}

/** Characters. */
export const MAX_TITLE = 120;
export const MAX_VERSION = 40;

export function entriesPath(projectId: string): string {
  return `/feedbag/${projectId}/entries`;
}

export function entryPath({ projectId, subjectId }: Pick<FeedbackEntry, 'projectId' | 'subjectId'>): string {
  return `${entriesPath(projectId)}/${subjectId}`;
}
