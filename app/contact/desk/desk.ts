import type { TextKey } from '#app/current/locale.ts';
import type { PresentPerson } from '#app/editor/presence/presence.ts';

import type { SubmissionRow } from '../submission.ts';

const VIEWS = ['open', 'mine', 'unassigned', 'overdue', 'waiting', 'snoozed', 'closed', 'all', 'moderation'] as const;
export type DeskView = (typeof VIEWS)[number];

export const VIEW_NAMES = {
  open: 'contact.desk.open',
  mine: 'contact.desk.mine',
  unassigned: 'contact.desk.unassigned',
  overdue: 'contact.desk.overdue',
  waiting: 'contact.desk.waiting',
  snoozed: 'contact.desk.snoozed',
  closed: 'contact.desk.closed',
  all: 'contact.desk.all',
  moderation: 'contact.desk.moderation',
} as const satisfies Readonly<Record<DeskView, TextKey>>;

function parseView(text: string | null): DeskView {
  return VIEWS.find((view) => view === text) ?? 'open';
}

export interface DeskQuery {
  readonly view: DeskView;
  /** Words, or an address. */
  readonly text: string;
  readonly topic: string;
  readonly tag: string;
  /** A cursor. */
  readonly after: string | undefined;
}

/** Characters. */
const MAX_SEARCH = 200;

export function readDeskQuery(query: URLSearchParams): DeskQuery {
  const readValue = (name: string) => query.get(name)?.trim().slice(0, MAX_SEARCH) ?? '';
  return {
    view: parseView(query.get('view')),
    text: readValue('text'),
    topic: readValue('topic'),
    tag: readValue('tag'),
    after: query.get('after') ?? undefined,
  };
}

export function deskParams({ view, text, topic, tag }: DeskQuery): URLSearchParams {
  return new URLSearchParams(Object.entries({ view, text, topic, tag }).filter(([, value]) => value !== ''));
}

export const MAX_VIEW_NAME = 40;

export interface SavedView {
  readonly slot: number;
  readonly name: string;
  readonly query: string;
}

const CHANGES = ['state', 'assign', 'priority', 'tag', 'untag', 'snooze'] as const;
export type DeskField = (typeof CHANGES)[number];

export function parseDeskField(text: string): DeskField | undefined {
  return CHANGES.find((field) => field === text);
}

/** Hours until a snoozed one comes back. */
export const SNOOZES = [4, 24, 72, 168] as const;

/** Lower case, in one spelling. */
export function parseTag(text: string): string | undefined {
  const tag = text.trim().toLowerCase();
  return /^[\p{L}\p{N}][\p{L}\p{N}:_-]{0,39}$/u.test(tag) ? tag : undefined;
}

/** At once. */
export const MAX_BATCH = 100;

export interface DeskRow extends Pick<
  SubmissionRow,
  'subjectId' | 'title' | 'topic' | 'state' | 'priority' | 'tags' | 'lastAt' | 'messages' | 'snoozedUntil'
> {
  readonly sender: string;
  readonly assigned: string | undefined;
  readonly isOverdue: boolean;
}

export interface DeskNow {
  readonly people: readonly PresentPerson[];
  readonly messages: number;
}
