import type { TextKey } from '#app/current/locale.ts';
import { entriesPath, isKnownStatus } from '#app/feedbag/entry.ts';
import type { EntryCard, KnownStatusId } from '#app/feedbag/entry.ts';

/** Questions are entries of the feedbag, in a project of their own. */
export const QUESTIONS_PROJECT = 'podcast';
export const QUESTIONS_PATH = entriesPath(QUESTIONS_PROJECT);
export const ASK_PATH = `${QUESTIONS_PATH}/new`;

export interface QuestionFacts {
  /** As it is said in the show; empty when the asker does not want that. */
  readonly name: string;
  readonly mayPlay: boolean;
  readonly answer: QuestionAnswer | undefined;
}

interface QuestionAnswer {
  readonly title: string;
  readonly path: string;
  readonly seconds: number;
}

/** Its look is named in the words of a show, its asker as they want it. */
export interface QuestionCard extends EntryCard {
  readonly facts: QuestionFacts;
}

export interface AnsweredQuestion {
  readonly subjectId: string;
  readonly title: string;
  readonly seconds: number;
}

export const QUESTION_STATES: Readonly<Record<KnownStatusId, TextKey>> = {
  open: 'podcast.questions.fresh',
  planned: 'podcast.questions.planned',
  started: 'podcast.questions.recording',
  completed: 'podcast.questions.answered',
  declined: 'podcast.questions.declined',
  duplicate: 'podcast.questions.merged',
};

/** One of the studio's own has its name everywhere. */
export function questionStateName(
  text: (key: TextKey) => string,
  { statusId, name }: { readonly statusId: string; readonly name: string },
): string {
  return isKnownStatus(statusId) ? text(QUESTION_STATES[statusId]) : name;
}

/** Characters. */
export const MAX_ASKER = 60;
export const MAX_VOICE_SECONDS = 90;
export const MAX_VOICE_BYTES = 2 * 2 ** 20;

/** Where the player begins there. */
export function answerPath({ path, seconds }: Pick<QuestionAnswer, 'path' | 'seconds'>): string {
  return `${path}?t=${seconds}`;
}
