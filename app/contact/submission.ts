import type { Locale, TextKey } from '#app/current/locale.ts';

import type { TopicId } from './topic.ts';

/** Whose turn it is: the studio's, the player's, nobody's. */
export const STATES = ['open', 'waiting', 'closed'] as const;
export type SubmissionState = (typeof STATES)[number];

export function isState(text: string): text is SubmissionState {
  return STATES.some((state) => state === text);
}

export const STATE_NAMES = {
  open: 'contact.states.open',
  waiting: 'contact.states.waiting',
  closed: 'contact.states.closed',
} as const satisfies Readonly<Record<SubmissionState, TextKey>>;

export const OWN_STATE_NAMES = {
  open: 'contact.thread.open',
  waiting: 'contact.thread.waiting',
  closed: 'contact.thread.closed',
} as const satisfies Readonly<Record<SubmissionState, TextKey>>;

export const PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const;

export const PRIORITY_NAMES = [
  'contact.priorities.low',
  'contact.priorities.normal',
  'contact.priorities.high',
  'contact.priorities.urgent',
] as const satisfies readonly TextKey[];

export const MAX_TAGS = 10;

export interface OwnedSubmission {
  readonly subjectId: string;
  readonly topic: TopicId;
  readonly title: string;
  readonly facts: Readonly<Record<string, string>>;
  readonly state: SubmissionState;
  readonly createdAt: string;
}

export interface SubmissionRow extends OwnedSubmission {
  readonly participantId: string;
  readonly userId: string | undefined;
  readonly email: string | undefined;
  readonly name: string;
  readonly locale: Locale;
  readonly priority: number;
  readonly assignedUserId: string | undefined;
  readonly tags: readonly string[];
  readonly snoozedUntil: string | undefined;
  readonly dueAt: string | undefined;
  /** Or it is read in another, whose turn counts. */
  readonly isInQueue: boolean;
  readonly lastAt: string;
  readonly messages: number;
}

export function toSubmissionNumber(subjectId: string): string {
  return subjectId.slice(-6).toUpperCase();
}
