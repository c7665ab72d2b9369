import type { TextKey } from '#app/current/locale.ts';

/** Those of the style sheet. */
export const COLOUR_NAMES = {
  grey: 'feedbag.colours.grey',
  teal: 'feedbag.colours.teal',
  orange: 'feedbag.colours.orange',
  green: 'feedbag.colours.green',
  red: 'feedbag.colours.red',
  violet: 'feedbag.colours.violet',
  pink: 'feedbag.colours.pink',
  blue: 'feedbag.colours.blue',
  yellow: 'feedbag.colours.yellow',
} as const satisfies Readonly<Record<string, TextKey>>;
type StatusColour = keyof typeof COLOUR_NAMES;
export const STATUS_COLOURS = Object.keys(COLOUR_NAMES) as StatusColour[];

interface StatusRules {
  readonly colour: StatusColour;
  readonly isOpen: boolean;
  readonly isOnRoadmap: boolean;
}

export interface EntryStatus extends StatusRules {
  readonly statusId: string;
  readonly name: string;
}

export const STATUSES = {
  open: { name: 'feedbag.statuses.open', colour: 'grey', isOpen: true, isOnRoadmap: false },
  planned: { name: 'feedbag.statuses.planned', colour: 'teal', isOpen: true, isOnRoadmap: true },
  started: { name: 'feedbag.statuses.started', colour: 'orange', isOpen: true, isOnRoadmap: true },
  completed: { name: 'feedbag.statuses.completed', colour: 'green', isOpen: false, isOnRoadmap: true },
  declined: { name: 'feedbag.statuses.declined', colour: 'red', isOpen: false, isOnRoadmap: false },
  duplicate: { name: 'feedbag.statuses.duplicate', colour: 'grey', isOpen: false, isOnRoadmap: false },
} as const satisfies Readonly<Record<string, StatusRules & { readonly name: TextKey }>>;

export type KnownStatusId = keyof typeof STATUSES;

export function isKnownStatus(id: string): id is KnownStatusId {
  return Object.hasOwn(STATUSES, id);
}

/** Of what is read in another, made by merging alone. */
export const DUPLICATE: KnownStatusId = 'duplicate';

/** Waiting for the studio, there for everyone who may see its project, or taken out of sight. */
export type Standing = 'pending' | 'shown' | 'hidden';

export interface FeedbackEntry {
  readonly subjectId: string;
  readonly projectId: string;
  readonly title: string;
  readonly platform: string;
  readonly version: string;
  readonly tags: readonly string[];
  /** A known one, or one of the studio's own. */
  readonly status: string;
  readonly statusAt: string;
  readonly standing: Standing;
  readonly isInternal: boolean;
  /** Those that count by now. */
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
}

export interface EntryCard extends FeedbackEntry {
  readonly look: EntryStatus;
  readonly name: string | undefined;
  /** The path of the page about its writer, of who has one. */
  readonly profile: string | undefined;
  readonly isOwn: boolean;
  readonly ownVote: OwnVote | undefined;
}

/** Of a new account one counts when that has come of age, unless many come at once: then the studio looks at them first. */
export type VoteState = 'counted' | 'young' | 'held' | 'void';

export interface OwnVote {
  readonly state: VoteState;
  /** Also of one that does not count yet; undefined of one that waits for the studio, or never counts. */
  readonly countsFrom: string | undefined;
}

export const SORTS = ['top', 'new'] as const;
type EntrySort = (typeof SORTS)[number];

export interface EntryQuery {
  readonly text: string;
  readonly tags: readonly string[];
  readonly status: string | undefined;
  readonly sort: EntrySort;
  readonly after: string | undefined;
}

/** Of a project, all there are. */
export const NEWEST: EntryQuery = { text: '', tags: [], status: undefined, sort: 'new', after: undefined };

export function readEntryQuery(query: URLSearchParams): EntryQuery {
  const status = query.get('status') ?? '';
  return {
    text: query.get('text')?.trim().slice(0, 200) ?? '',
    tags: parseTags(query.get('tags') ?? ''),
    status: /^[a-z][a-z\d-]{0,39}$/.test(status) ? status : undefined,
    sort: SORTS.find((sort) => sort === query.get('sort')) ?? 'top',
    after: query.get('after') ?? undefined,
  };
}

const MAX_TAGS = 5;

/** Of a list with commas: lower case, in one spelling; what is no tag is left out. */
export function parseTags(list: string): string[] {
  const tags = list.split(',').map((tag) => tag.trim().toLowerCase().replaceAll(/\s+/g, '-'));
  const known = tags.filter((tag) => /^[\p{L}\p{N}][\p{L}\p{N}:._-]{0,31}$/u.test(tag));
  return [...new Set(known)].slice(0, MAX_TAGS);
}

export const LOG_NAME = 'log.txt';

/** Characters. */
export const MAX_TITLE = 120;
export const MAX_VERSION = 40;

/** Of projects that have their pages in another part of the site. */
const PROJECT_PATHS: Readonly<Record<string, string>> = { podcast: '/podcast/questions' };

export function isOfFeedbag(projectId: string): boolean {
  return !Object.hasOwn(PROJECT_PATHS, projectId);
}

export function entriesPath(projectId: string): string {
  return PROJECT_PATHS[projectId] ?? `/feedbag/${projectId}/entries`;
}

/** By which a comment is reported: its entry and its message. */
export function toCommentId({ subjectId, messageId }: CommentId): string {
  return `${subjectId}.${messageId}`;
}

/** Of whatever was typed. */
export function parseCommentId(id: string): CommentId {
  const [subjectId = '', messageId = ''] = id.split('.');
  return { subjectId, messageId };
}

interface CommentId {
  readonly subjectId: string;
  readonly messageId: string;
}

export function entryPath({ projectId, subjectId }: Pick<FeedbackEntry, 'projectId' | 'subjectId'>): string {
  return `${entriesPath(projectId)}/${subjectId}`;
}
